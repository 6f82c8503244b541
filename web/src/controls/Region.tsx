import { createContext, type JSX } from 'preact';
import { useContext } from 'preact/hooks';

/** Whether named parts are landmarks. An embedding page has landmarks of its own, and may have several playgrounds. */
export const HasLandmarks = createContext(true);

/** A named part of the playground. */
export function Region(props: JSX.IntrinsicElements['section']) {
  const role = useContext(HasLandmarks) ? {} : ({ role: 'group' } as const);
  return <section {...role} {...props} />;
}
