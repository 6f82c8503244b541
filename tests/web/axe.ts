/** What an accessibility checker finds on a page as it stands, one line per rule. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

interface Checker {
  run(options: RunOptions): Promise<AxeResults>;
}

/** Rules on what another theme changes. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** Of these rules; default: all. */
export async function violations(page: Page, ...rules: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (rules) => {
    const { axe: checker } = window as unknown as { axe: Checker };
    // of what passes, one element per rule is described instead of all
    const chosen = rules.length > 0 ? { runOnly: rules } : {};
    const found = await checker.run({ resultTypes: ['violations'], selectors: false, ...chosen });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  }, rules);
}
