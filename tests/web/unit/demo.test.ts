/** The script that builds and serves the playground, in a folder where everything that it calls does nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const demo = fileURLToPath(new URL('../../../tools/demo.sh', import.meta.url));

const scripts = {
  'tools/setup.sh': '',
  'tools/publish.sh': '',
  'tools/node.sh': '',
  'web/node_modules/.bin/vite': 'echo "process $$: $*"\nexec sleep 60\n',
};

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

test('the server of the demo ends with its script', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tuplepack-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, body] of Object.entries(scripts)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${body}`, { mode: 0o755 });
  }
  cpSync(demo, join(folder, 'tools/demo.sh'));

  const script = spawn(join(folder, 'tools/demo.sh'), ['--serve', '4321'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const server = await new Promise<number>((found) => {
    let said = '';
    script.stdout.on('data', (more) => {
      said += more;
      const [, number] = /process (\d+): preview --port 4321 --strictPort/.exec(said) ?? [];
      if (number) found(Number(number));
    });
  });
  onTestFinished(() => {
    if (isAlive(server)) process.kill(server);
  });
  script.kill('SIGTERM');
  await once(script, 'exit');
  expect(isAlive(server)).toBe(false);
});
