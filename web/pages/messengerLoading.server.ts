/** What a page of the mini-app shows until its scripts have loaded: a form's outline, in the colours of the messenger. */

export const LOADING_HTML =
  '<div class="mini-loading" aria-busy="true"><i></i><i class="mini-loading-line"></i><i></i><i class="mini-loading-line"></i><i class="mini-loading-field"></i></div>';

export const LOADING_STYLES = [
  '.mini-loading{display:grid;box-sizing:border-box;width:100%;gap:.875rem;max-width:40rem;margin:auto;padding:1.25rem var(--page-margin)}',
  '.mini-loading i{height:7rem;border-radius:var(--radius-card);background:var(--well-strong)}',
  '.mini-loading .mini-loading-line{height:1.25rem;width:60%;border-radius:5px}',
  '.mini-loading .mini-loading-field{height:var(--control)}',
].join('');

/**
 * Returns the script that shows the messenger's theme before the scripts load. A start has it in the fragment of the address, a reload
 * in the storage of the tab (`web/messenger/launch.ts`). The app then sets all colours.
 */
export function themeScript(nonce: string): string {
  return [
    `<script nonce="${nonce}">try{`,
    'const start=new URLSearchParams(/tgWebApp/.test(location.hash)?location.hash.slice(1):sessionStorage.getItem("launch"));',
    'const theme=JSON.parse(start.get("tgWebAppThemeParams"));',
    'const colour=name=>/^#[0-9a-f]{6}$/i.test(theme[name])?theme[name]:null;',
    'const ground=colour("secondary_bg_color")||colour("bg_color");',
    'if(ground){const page=document.documentElement;page.style.setProperty("--ground",ground);',
    'const[red,green,blue]=[1,3,5].map(at=>parseInt(ground.slice(at,at+2),16));',
    'page.dataset.theme=.2126*red+.7152*green+.0722*blue<110?"dark":"light"}',
    '}catch{}</script>',
  ].join('');
}
