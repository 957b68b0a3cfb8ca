import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { elementsOf } from './readTree.ts';
import { LONGEST_TEXT, renderText } from './renderText.ts';

const markdown = (text: string) => renderText({ format: 'markdown', text });
const html = (text: string) => renderText({ format: 'html', text });

describe('Markdown', () => {
  it('gives headings ids, lists them and lets tables scroll', () => {
    const { html: shown, headings } = markdown('## What we do\n\n| a |\n| - |\n| 1 |\n\n### Why\n\n## What we do');
    expect(shown).toMatch(/<h2 id="what-we-do">What we do<\/h2>\n<div class="wide" tabindex="0"><table>/);
    expect(headings).toEqual([
      { id: 'what-we-do', title: 'What we do', level: 2 },
      { id: 'why', title: 'Why', level: 3 },
      { id: 'what-we-do-1', title: 'What we do', level: 2 },
    ]);
  });

  it('keeps the language of code, and its ordinary spaces', () => {
    const { html: shown } = markdown('Wait 20 minutes, not `20 minutes`.\n\n```sh\nsleep 20 minutes\n```');
    expect(shown).toContain('Wait 20\u00a0minutes, not <code>20 minutes</code>.');
    expect(shown).toContain('<pre tabindex="0"><code class="language-sh">sleep 20 minutes\n</code></pre>');
  });

  it('splits the text by heading, lists links, and counts the minutes', () => {
    const { parts, links, minutes } = markdown(
      `Before [a](/fees).\n\n## One\n\n| x | y |\n| - | - |\n| p | q |\n\n${'word '.repeat(401)}`,
    );
    expect(parts.map(({ heading }) => heading?.title ?? null)).toEqual([null, 'One']);
    expect(parts[0]?.text).toBe('Before a.');
    expect(parts[1]?.text).toMatch(/^x y p q word word/);
    expect(links).toEqual(['/fees']);
    expect(minutes).toBe(3);
  });

  it('shows images with a size only', () => {
    expect(markdown('![A graph](/pictures/a.svg "640x360")').html).toBe(
      '<p><img src="/pictures/a.svg" alt="A graph" width="640" height="360" loading="lazy"></p>',
    );
    expect(markdown('![A graph](/pictures/a.svg)').html).toBe('<p>A graph</p>');
    expect(markdown('![A graph](//evil.example/a.svg "1x1")').html).toBe('<p>A graph</p>');
  });
});

describe('hostile texts', () => {
  const HOSTILE = [
    '<script>alert(1)</script>',
    '<img src="/a.png" width="1" height="1" onerror="alert(1)">',
    '<a href="javascript:alert(1)">a</a>',
    '<a href=" java&#10;script:alert(1)">a</a>',
    '<a href="data:text/html,<script>alert(1)</script>">a</a>',
    '<svg><script>alert(1)</script><animate onbegin="alert(1)"/></svg>',
    '<math><mtext><table><mglyph><style><img src onerror=alert(1)></style></mglyph></table></mtext></math>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<form action="https://evil.example"><input name="password"></form>',
    '<p style="position:fixed" class="dialog" onclick="alert(1)">a</p>',
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<h2 id="root">a</h2><a name="snapshot">b</a>',
    '<template><script>alert(1)</script></template>',
    '<object data="x"></object><embed src="x"><link rel="stylesheet" href="https://evil.example/a.css">',
  ];
  const TAGS = new Set(['p', 'a', 'h2', 'img', 'div', 'table', 'input']);
  const PROPERTIES = new Set([
    'href',
    'id',
    'name',
    'title',
    'className',
    'tabIndex',
    'src',
    'alt',
    'width',
    'height',
    'loading',
    'type',
    'disabled',
  ]);
  const PARSER = unified().use(rehypeParse, { fragment: true });

  it.each(HOSTILE)('%s is harmless in HTML and in Markdown', (text) => {
    for (const { tagName, properties } of elementsOf(PARSER.parse(html(text).html))) {
      expect(TAGS).toContain(tagName);
      for (const name of Object.keys(properties)) expect(PROPERTIES).toContain(name);
      // Only a box to tick, which can't be ticked.
      if (tagName === 'input') expect(properties).toMatchObject({ type: 'checkbox', disabled: true });
      expect(String(properties['href'] ?? '')).not.toMatch(/^\s*\w+:/);
      for (const name of ['id', 'name']) expect(String(properties[name] ?? 'user-content-')).toMatch(/^user-content-/);
      expect(properties['className'] ?? ['wide']).toEqual(['wide']);
    }
    // Markdown shows nothing of HTML.
    expect(markdown(text).html).not.toMatch(/<(?!\/?p>)/);
  });

  it('lets no heading take an id of our documents', () => {
    expect(markdown('## Root\n\n## Snapshot\n\n## Content').headings.map(({ id }) => id)).toEqual([
      'the-root',
      'the-snapshot',
      'the-content',
    ]);
  });

  it('refuses links of Markdown that run scripts', () => {
    const { html: shown, links } = markdown('[a](javascript:alert(1)) [b](vbscript:x) <javascript:alert(1)> [c](/fees)');
    expect(shown).not.toContain('script:alert(1)"');
    expect(links).toEqual(['/fees']);
  });

  it('keeps what a text of another host needs', () => {
    const text =
      '<h2 id="x">One</h2><p>A <strong>b</strong> <a href="https://a.example/">c</a></p><pre><code class="language-sh">d</code></pre>';
    expect(html(text).html).toBe(
      '<h2 id="user-content-x">One</h2><p>A <strong>b</strong> <a href="https://a.example/">c</a></p><pre tabindex="0"><code class="language-sh">d</code></pre>',
    );
  });

  it.each(['markdown', 'html'] as const)('refuses 5 MB of %s without work', (format) => {
    const text = '<b>*a* '.repeat(750_000);
    expect(() => renderText({ format, text })).toThrow(`more than ${LONGEST_TEXT}`);
  });

  it('renders the deepest nesting that fits without an overflow', () => {
    expect(() => html('<blockquote>'.repeat(400) + 'a')).not.toThrow();
    expect(markdown(`${'>'.repeat(400)} a`).html).toContain('a');
  });
});
