/** Cross-origin pages that embed the playground, each with the minimal policy, and a file of data beside them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Page {
  policy: string;
  html: string;
}

/** Beside the pages. */
export const sizesFile = { name: 'sizes.csv', text: 'tokens\n5\n3\n2\n' };

/** The policy that embed.html tells authors to use. */
function documentedPolicy(): string {
  const page = readFileSync(join(import.meta.dirname, '../../../web/embed.html'), 'utf8');
  return /<code>(script-src .*?)<\/code>/.exec(page)?.[1] ?? '';
}

const html = (body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>A page with a playground</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <h1>A page with a playground</h1>
    ${body}
  </body>
</html>`;

/** `host` serves the playground in `folder`. */
export function embeddingPages(host: string, folder: string): Record<string, Page> {
  const script = `<script src="${host}${folder}tuplepack-playground.js" defer></script>`;
  const element = '<tuplepack-playground preset="molhiv" limits="222,502"></tuplepack-playground>';
  const scripts = `default-src 'none'; img-src data: blob:; script-src ${host} 'wasm-unsafe-eval'`;
  const frames = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src ${host} 'unsafe-inline'`;
  const framed = `src="${host}${folder}index.html?embed#preset=molhiv" title="tuplepack playground" width="900"`;

  return {
    element: { policy: `${scripts}; worker-src blob:`, html: html(script + element) },
    // a file beside the page, under the policy that embed.html documents
    documented: {
      policy: `default-src 'none'; img-src data:; ${documentedPolicy().replace("script-src 'self'", `script-src ${host}`)}`,
      html: html(`${script}<tuplepack-playground src="${sizesFile.name}" hide="data"></tuplepack-playground>`),
    },
    // below the fold
    below: { policy: `${scripts}; worker-src blob:`, html: html(`${script}${'<p>text</p>'.repeat(200)}${element}`) },
    // as a figure in a text
    compact: {
      policy: `${scripts}; worker-src blob:`,
      html: html(
        `${script}${element.replace('></', ' compact></')}<p>text</p><tuplepack-playground preset="squad" compact="true" page="${host}${folder}index.html"></tuplepack-playground>`,
      ),
    },
    // above what a link leads to
    anchor: {
      policy: `${scripts}; worker-src blob:`,
      html: html(`${script}${element}<h2 id="below">Below</h2>${'<p>text</p>'.repeat(200)}`),
    },
    // several, with different attributes
    several: {
      policy: `${scripts}; worker-src blob:`,
      html: html(
        `${script}${element}<tuplepack-playground preset="wikipedia" method="optimal" theme="dark" hide="data"></tuplepack-playground>`,
      ),
    },
    'no-worker': { policy: `${scripts}; worker-src 'none'`, html: html(script + element) },
    sandboxed: {
      policy: "default-src 'none'; img-src data:; frame-src 'self'",
      html: html('<iframe src="element" sandbox="allow-scripts" title="sandboxed" width="1000" height="700"></iframe>'),
    },
    // resized by the script of the element
    frame: {
      policy: `${frames}; frame-src ${host}`,
      html: html(`${script}<iframe data-tuplepack ${framed}></iframe>`),
    },
    // resized by the snippet of embed.html
    'frame-alone': {
      policy: `${frames}; frame-src ${host}`,
      html: html(`<iframe data-tuplepack ${framed}></iframe>
    <script>
      addEventListener('message', ({ data, source }) => {
        if (data?.type !== 'tuplepack-height') return;
        for (const frame of document.querySelectorAll('iframe[data-tuplepack]'))
          if (frame.contentWindow === source) frame.style.height = Math.min(data.height, 20000) + 'px';
      });
    </script>`),
    },
  };
}
