/** Docusaurus 3, below a folder; the page is opened, and reached from another without being loaded. */
import { join } from 'node:path';
import { copyScript, install, runPackage, write } from './building.mjs';
import { recipe } from './recipes.mjs';

const packages = {
  '@docusaurus/core': '3.10.2',
  '@docusaurus/preset-classic': '3.10.2',
  react: '19.3.1',
  'react-dom': '19.3.1',
};
const shown = recipe('Docusaurus');

const config = `import recipe from './recipe.mjs';
export default {
  title: 'Pages',
  url: 'https://example.org',
  onBrokenLinks: 'throw',
  themeConfig: { colorMode: { respectPrefersColorScheme: true } },
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]],
  ...recipe,
};
`;

function build(folder) {
  install(folder, packages);
  write(folder, {
    'recipe.mjs': shown['docusaurus.config.js'],
    'docusaurus.config.mjs': config,
    'docs/index.md': '---\nslug: /\n---\n# Another page\n\n[To the figure](figure.mdx)\n',
    'docs/figure.mdx': `# A page\n\n${shown['docs/figure.mdx']}`,
  });
  copyScript(join(folder, 'static'));
  runPackage(folder, 'docusaurus', ['build'], { DOCUSAURUS_UPDATE_CHECK: 'false' });
  const site = { root: join(folder, 'build'), base: '/docs/', page: 'figure' };
  return [site, { ...site, from: '', link: 'To the figure' }];
}

export const sites = [{ name: 'docusaurus', build }];
