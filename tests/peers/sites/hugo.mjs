/** Hugo, below a folder, with two figures on a page. */
import { join } from 'node:path';
import { copyScript, html, run, write } from './building.mjs';
import { recipe } from './recipes.mjs';

const shown = recipe('Hugo');
const shortcode = 'layouts/shortcodes/tuplepack.html';

function build(folder) {
  write(folder, {
    'config.toml':
      'baseURL = "https://example.org/docs/"\ndisableKinds = ["home", "taxonomy", "term", "RSS", "sitemap"]\n',
    'layouts/_default/single.html': html('{{ .Content }}'),
    'content/figure.md': `---\ntitle: A page\n---\n${shown['content/figure.md']}\n${shown['content/figure.md']}`,
    [shortcode]: shown[shortcode],
  });
  copyScript(join(folder, 'static'));
  run(folder, 'hugo', ['--quiet']);
  return { root: join(folder, 'public'), base: '/docs/', page: 'figure/' };
}

export const sites = [{ name: 'hugo', build }];
