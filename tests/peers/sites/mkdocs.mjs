/** MkDocs with its own themes and Material. */
import { join } from 'node:path';
import { copyScript, run, write } from './building.mjs';
import { recipe } from './recipes.mjs';

const shown = recipe('MkDocs');

/** Pages are exchanged without being loaded, in the reader's scheme. */
const instant = `  features: [navigation.instant]
  palette:
    - media: "(prefers-color-scheme: light)"
      scheme: default
    - media: "(prefers-color-scheme: dark)"
      scheme: slate
`;

function build(folder, theme, more = '') {
  const settings = `site_name: Pages\nsite_url: https://example.org/docs/\ntheme:\n  name: ${theme}\n${more}`;
  write(folder, {
    'mkdocs.yml': settings + shown['mkdocs.yml'],
    'docs/index.md': '# Another page\n\n[To the figure](figure.md)\n',
    'docs/figure.md': `# A page\n\n${shown['docs/figure.md']}`,
  });
  copyScript(join(folder, 'docs/javascripts'));
  run(folder, 'mkdocs', ['build', '--quiet', '--strict'], { missing: /Unrecognised theme name: '\w+'/ });
  return { root: join(folder, 'site'), base: '/docs/', page: 'figure/', from: '', link: 'To the figure' };
}

export const sites = [
  ...['mkdocs', 'readthedocs', 'material'].map((theme) => ({
    name: `mkdocs ${theme}`,
    build: (folder) => build(folder, theme),
  })),
  { name: 'mkdocs instant', build: (folder) => build(folder, 'material', instant) },
];
