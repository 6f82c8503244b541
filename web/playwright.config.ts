/** Tests of the built playground in the Chromium of the system. The tests start the servers they need (fixture.ts). */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '../tests/web',
  testMatch: '*.spec.ts',
  outputDir: '../build/web/test-results',
  workers: 2,
  retries: 0,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // Recording traces takes a sixth of the time: `npm run browser -- --trace retain-on-failure` where a test fails.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
