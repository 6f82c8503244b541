/** Next.js, rendered on a server; the component is the one of React. */
import { join } from 'node:path';
import { install, runPackage, write } from './building.mjs';
import { tools, versions } from './react.mjs';
import { recipe } from './recipes.mjs';

const layout = `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;
const page = `import { Figure } from './Figure';

export default function Page() {
  return <Figure />;
}
`;

function build(folder) {
  const { typescript } = tools;
  install(folder, { ...versions[19], next: '16.4.6', typescript, '@types/node': '20.19.43' });
  write(folder, {
    'app/Figure.tsx': `'use client';\n\n${recipe('React')['src/Figure.tsx']}`,
    'app/layout.tsx': layout,
    'app/page.tsx': page,
    'next.config.mjs': "export default { output: 'export' };\n",
  });
  runPackage(folder, 'next', ['build'], { NEXT_TELEMETRY_DISABLED: '1' });
  return { root: join(folder, 'out'), page: 'index.html' };
}

export const sites = [{ name: 'next', build }];
