/**
 * The documentation as pages of the site, in its folder docs/: README.md, and every file that it leads to. Links and headings
 * are those of the files, so that what they say of each other holds here, too.
 */
import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { Marked, type RendererObject, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import { path } from './common.ts';

/** A file of the documentation: text of a page, or bytes as they are. */
interface DocsFile {
  fileName: string;
  source: string | Uint8Array;
}

const { dirname, extname, join, relative } = posix;
/** Of what a browser shows. */
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
const inRepository = (file: string) => path(`../${file}`);
const isPage = (file: string) => file.endsWith('.md');
const isLocal = (href: string) => !/^[a-z]+:|^#/.test(href);

/** Where a file of the repository is in docs/. What a browser would not show, such as LICENSE, is text. */
export function placeOf(file: string): string {
  const place = file.replace(/^docs\//, '');
  if (isPage(place)) return place.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html');
  return extname(place) in contentTypes ? place : `${place}.txt`;
}

/** As on the pages of repositories: what the links to headings are made for. */
export const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The text of an attribute. */
const quoted = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll('"', '&quot;');

/** What scrolls can be reached by keyboard, and has a name: that of its heading, and a number where it is not the only one. */
function named(html: string): string {
  let heading = '';
  const names = new Map<string, number>();
  const region = (what: string) => {
    const name = `${what}: ${heading}`;
    const number = (names.get(name) ?? 0) + 1;
    names.set(name, number);
    return `role="region" aria-label="${name}${number > 1 ? `, ${number}` : ''}" tabindex="0"`;
  };
  return html.replaceAll(/<h\d[^>]*>(.*?)<\/h\d>|<table>|<pre tabindex="0">/gs, (found: string, title?: string) => {
    if (found === '<table>') return `<div class="wide" ${region('Table')}>${found}`;
    if (title === undefined) return `<pre ${region('Code')}>`;
    heading = quoted(title);
    return found;
  });
}

/** Code of longer lines scrolls, on a wide page, and can be reached by keyboard. */
const widestLine = 80;

const renderer: RendererObject = {
  heading({ tokens, depth }) {
    const id = slug(this.parser.parseInline(tokens, this.parser.textRenderer));
    return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  },
  code({ text }) {
    const scrolls = text.split('\n').some((line) => line.length > widestLine);
    return `<pre${scrolls ? ' tabindex="0"' : ''}><code>${escaped(text)}</code></pre>\n`;
  },
};

/**
 * HTML of Markdown.
 * from  the file that its links are relative to
 * at    the place in docs/ of the page
 * link  called with each file that it leads to
 */
function htmlOf(markdown: string, from: string, at: string, link: (file: string) => void = () => undefined): string {
  const walkTokens = (token: { type: string }) => {
    if (token.type !== 'link' && token.type !== 'image') return;
    const target = token as Tokens.Link;
    if (!isLocal(target.href)) return;
    const [name = '', heading] = target.href.split('#');
    const file = join(dirname(from), name);
    link(file);
    const place = relative(dirname(at), placeOf(file));
    target.href = heading === undefined ? place : `${place}#${heading}`;
  };
  const html = new Marked({ renderer, walkTokens }).parse(markdown, { async: false });
  return named(html)
    .replaceAll(/<th[^>]*><\/th>/g, '<td></td>')
    .replaceAll('</table>', '</table></div>');
}

const read = (file: string) => readFileSync(inRepository(file), 'utf8');

/** The chapter of README.md that leads to all pages. */
function guide(): string {
  const [, chapter = ''] = /^## Where to go\n(.*?)^## /ms.exec(read('README.md')) ?? [];
  return chapter.replace(' (the examples on these pages run in the tests, as printed)', '');
}

/** They have no scripts, and load only what is beside them. */
const policy = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

function page(at: string, title: string, body: string): string {
  const up = relative(dirname(at), '.') || '.';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}/style.css">
<title>${escaped(title)}</title>
</head>
<body>
<header>
<a href="${up}/index.html">tuplepack</a>
<a href="${up}/install.html">Install</a>
<a href="${up}/../index.html">Playground</a>
<a href="#pages">Pages</a>
</header>
<main>
${body}</main>
<nav id="pages" aria-label="Documentation">
${htmlOf(guide(), 'README.md', at)}</nav>
</body>
</html>
`;
}

/** All files of docs/, found from README.md on. */
export function docsFiles(): DocsFile[] {
  const files = ['README.md'];
  const link = (file: string) => {
    const found = statSync(inRepository(file), { throwIfNoEntry: false });
    if (found?.isFile() && !files.includes(file)) files.push(file);
  };
  const made: DocsFile[] = [];
  for (const file of files) {
    const fileName = placeOf(file);
    if (isPage(file)) {
      const markdown = read(file);
      const [, title = file] = /^# (.*)$/m.exec(markdown) ?? [];
      const body = htmlOf(markdown, file, fileName, link);
      made.push({ fileName, source: page(fileName, title.replaceAll('`', ''), body) });
    } else {
      made.push({ fileName, source: readFileSync(inRepository(file)) });
    }
  }
  const styles = ['src/embed/page.css', 'src/docs/page.css'].map((file) => readFileSync(path(file), 'utf8'));
  return [...made, { fileName: 'style.css', source: styles.join('\n') }];
}

/** Adds docs/ to the site; while it is developed, as the files are at the time. */
export const docs = (): Plugin => ({
  name: 'tuplepack-docs',
  configureServer(server) {
    server.middlewares.use('/docs/', (request, response, next) => {
      const file = docsFiles().find(({ fileName }) => `/${fileName}` === request.url?.split('?')[0]);
      if (file === undefined) return next();
      response.setHeader('Content-Type', contentTypes[extname(file.fileName)] ?? 'text/plain');
      response.end(file.source);
    });
  },
  generateBundle() {
    for (const { fileName, source } of docsFiles()) {
      this.emitFile({ type: 'asset', fileName: `docs/${fileName}`, source });
    }
  },
});
