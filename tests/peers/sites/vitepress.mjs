/** VitePress, below a folder; the page is opened, and reached from another without being loaded. */
import { join } from 'node:path';
import { copyScript, install, runPackage, write } from './building.mjs';
import { recipe } from './recipes.mjs';

const shown = recipe('VitePress');

function build(folder) {
  install(folder, { vitepress: '1.6.4' });
  write(folder, {
    '.vitepress/config.mjs': shown['.vitepress/config.mjs'],
    'index.md': '# Another page\n\n[To the figure](./figure)\n',
    'figure.md': `# A page\n\n${shown['figure.md']}`,
  });
  copyScript(join(folder, 'public'));
  runPackage(folder, 'vitepress', ['build']);
  const site = { root: join(folder, '.vitepress/dist'), base: '/docs/', page: 'figure' };
  return [site, { ...site, from: '', link: 'To the figure' }];
}

export const sites = [{ name: 'vitepress', build }];
