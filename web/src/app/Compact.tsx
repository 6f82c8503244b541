import { Button } from '../controls/buttons';
import './Compact.css';
import type { Store } from '../store/store';
import { useLink } from '../store/useLink';
import { ResultPanel } from '../views/result/ResultPanel';
import { LimitField } from '../views/settings/SettingsPanel';

/** How a playground is shown that is only a figure in a text. */
export interface CompactForm {
  /** the address of a whole playground; empty: it is shown in place */
  page: string;
  /** shows the whole playground in place */
  expand: () => void;
}

function Whole({ store, page, expand }: CompactForm & { store: Store }) {
  const { url } = useLink(store, page);
  if (page === '') {
    return <Button onClick={expand}>All views and settings</Button>;
  }
  return (
    <a href={url} target="_blank" rel="noopener">
      Open in the playground
    </a>
  );
}

/** What packing gains, as a sentence and a picture, with the limits to move. */
export function Compact({ store, ...form }: CompactForm & { store: Store }) {
  const loaded = store.loaded.value.value;
  return (
    <>
      <ResultPanel store={store} compact />
      <div class="row compact-choices">
        {loaded?.histogram.components.map((component, c) => (
          <LimitField key={component} store={store} loaded={loaded} at={c} />
        ))}
        <Whole store={store} {...form} />
      </div>
    </>
  );
}
