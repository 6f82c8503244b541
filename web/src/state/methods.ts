/** Methods that search until a plan is proven best or the time is up; the others end by themselves. */
const searching: readonly string[] = ['optimal', 'column-generation', 'tightest-component', 'repair'];

export function searches(method: string): boolean {
  return searching.includes(method);
}
