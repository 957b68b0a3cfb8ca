/** What a host page of the messenger is told to do. */
export interface HostPage {
  /** The address of the mini-app with its launch parameters: "http://localhost:3000/tg#tgWebAppData=…" */
  appUrl: string;
  theme: 'light' | 'dark';
  /** Where the page reads what the bot wrote to the customer */
  chatUrl: string;
  /** Further HTML, such as the frame of somebody else */
  more?: string;
}

const COLOURS = {
  light: { header: '#f7f7f8', bar: '#f7f7f8', text: '#000000', button: '#007aff', buttonText: '#ffffff' },
  dark: { header: '#17212b', bar: '#17212b', text: '#f5f5f5', button: '#5288c1', buttonText: '#ffffff' },
} as const;

/** The colours that the messenger tells the mini-app in its launch parameters */
export const THEMES = {
  light: {
    bg_color: '#ffffff',
    secondary_bg_color: '#efeff4',
    section_bg_color: '#ffffff',
    text_color: '#000000',
    hint_color: '#8e8e93',
    link_color: '#007aff',
    button_color: '#007aff',
    button_text_color: '#ffffff',
  },
  dark: {
    bg_color: '#17212b',
    secondary_bg_color: '#10181f',
    section_bg_color: '#17212b',
    text_color: '#f5f5f5',
    hint_color: '#708499',
    link_color: '#6ab3f3',
    button_color: '#5288c1',
    button_text_color: '#ffffff',
  },
} as const;

/**
 * Returns a page that frames the mini-app and speaks the protocol of the messenger's web client: it draws the back, main and secondary
 * buttons that the mini-app asks for, and keeps its secrets. `window.posted` has everything that the mini-app said. A window that is wide
 * enough shows the chat with the bot beside the frame.
 */
export function hostPage({ appUrl, theme, chatUrl, more = '' }: HostPage): string {
  const { header, bar, text, button, buttonText } = COLOURS[theme];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Host page</title><style>
html,body{height:100%;margin:0}body{display:grid;grid-template-rows:48px minmax(0,1fr) auto;font:16px system-ui;color:${text}}
header,footer{background:${header};display:flex;gap:8px;align-items:center;padding:0 12px}footer{background:${bar};padding:8px 12px}
iframe{border:0;width:100%;height:100%}button{min-height:44px;font:inherit;border:0;border-radius:10px;background:none;color:inherit}
footer button{flex:1;min-height:48px;font-weight:700;background:${button};color:${buttonText}}[hidden]{display:none}
#chat{display:none;overflow:auto;padding:12px;background:${header};white-space:pre-line}#chat a{color:inherit}
@media(min-width:760px){body{grid-template-columns:minmax(0,1fr) 320px}body>*{grid-column:1}#chat{display:block;grid-area:1/2/4/3}}
</style></head><body>
<header><button id="back" hidden>Back</button><b>Mini-app</b><button id="settings" hidden>Settings</button></header>
<iframe id="app" src="${appUrl.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" allow="clipboard-write; clipboard-read"></iframe>
<footer><button id="secondary" hidden></button><button id="main" hidden></button></footer>
<aside id="chat" aria-label="Chat with the bot" aria-live="polite"></aside>${more}
<script>
const app = document.getElementById('app');
const origin = new URL(app.src).origin;
const secrets = new Map();
window.posted = [];
const send = (eventType, eventData) => app.contentWindow.postMessage(JSON.stringify({ eventType, eventData }), origin);
const draw = (id, { is_visible, text, is_active = true, color, text_color }) => {
  const button = document.getElementById(id);
  if (is_visible !== undefined) button.hidden = !is_visible;
  if (text !== undefined) button.textContent = text;
  if (color) button.style.background = color;
  if (text_color) button.style.color = text_color;
  button.disabled = !is_active;
};
const answers = {
  web_app_setup_main_button: (data) => draw('main', data),
  web_app_setup_secondary_button: (data) => draw('secondary', data),
  web_app_setup_back_button: (data) => draw('back', data),
  web_app_setup_settings_button: (data) => draw('settings', data),
  web_app_request_safe_area: () => send('safe_area_changed', { top: 0, bottom: 0, left: 0, right: 0 }),
  web_app_request_content_safe_area: () => send('content_safe_area_changed', { top: 0, bottom: 0, left: 0, right: 0 }),
  web_app_secure_storage_save_key: ({ req_id, key, value }) => {
    if (value === null) secrets.delete(key);
    else secrets.set(key, value);
    send('secure_storage_key_saved', { req_id });
  },
  web_app_secure_storage_get_key: ({ req_id, key }) =>
    send('secure_storage_key_received', { req_id, value: secrets.get(key) ?? null, can_restore: false }),
};
window.addEventListener('message', (event) => {
  if (event.source !== app.contentWindow || event.origin !== origin) return;
  const { eventType, eventData } = JSON.parse(event.data);
  window.posted.push({ eventType, eventData });
  answers[eventType]?.(eventData ?? {});
});
for (const id of ['back', 'settings', 'main', 'secondary'])
  document.getElementById(id).addEventListener('click', () => send(id + '_button_pressed'));
const linkOf = ({ text, url }) => {
  const link = document.createElement('a');
  const target = new URL(location.href);
  target.searchParams.set('startapp', new URL(url).searchParams.get('startapp') ?? '');
  link.href = target.href;
  link.textContent = text;
  return link;
};
const paragraphOf = (message) => {
  const paragraph = document.createElement('p');
  paragraph.textContent = message.text + (message.isEdited ? '\\n(edited) ' : '\\n');
  if (message.button) paragraph.append(linkOf(message.button));
  return paragraph;
};
let drawn = '';
const drawChat = async () => {
  const read = await fetch(${JSON.stringify(chatUrl)}).then((answer) => answer.text(), () => drawn);
  if (read !== drawn) document.getElementById('chat').replaceChildren(...JSON.parse(read).map(paragraphOf));
  drawn = read;
  setTimeout(drawChat, 1_000);
};
drawChat();
</script></body></html>`;
}
