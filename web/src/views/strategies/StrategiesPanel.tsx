import { Button } from '../../controls/buttons';
import './strategies.css';
import { useId, useMemo, useState } from 'preact/hooks';
import type { Packed } from 'tuplepack';
import { counted, percent, whole } from '../../controls/format';
import { Panel } from '../../controls/Panel';
import type { Store } from '../../store/store';
import { StrategiesTable } from './StrategiesTable';
import {
  extremesOf,
  figuresOf,
  orderOf,
  type StrategyKey,
  type StrategySort,
  searchedSizes,
  shownStrategy,
} from './strategies';

function Strategies({ store, packed }: { store: Store; packed: Packed }) {
  const help = useId();
  const extremesHelp = useId();
  const [sort, setSort] = useState<StrategySort>({ key: 'strategy', descending: false });
  const [search, setSearch] = useState('');
  const { components } = packed.histogram;
  const k = components.length;

  const figures = useMemo(() => figuresOf(packed), [packed]);
  const searched = searchedSizes(search);
  const order = useMemo(() => orderOf(packed, figures, sort, searched), [packed, figures, sort, searched?.join()]);
  const count = packed.plan.repeats.length;
  const chosen = shownStrategy(packed, store.state.value.strategy);
  const choose = (strategy: number | undefined) => strategy !== undefined && store.update({ strategy });
  const sortBy = (key: StrategyKey) =>
    setSort({ key, descending: sort.key === key ? !sort.descending : key !== 'strategy' });

  const example = k > 1 ? `, or 17,38 for ${components.join(' and ')}` : '';
  const isNoSize = search.trim() !== '' && !searched;
  return (
    <>
      <div class="row strategies-tools">
        <label class="row row-close">
          Find a size
          <input
            type="search"
            value={search}
            aria-describedby={help}
            aria-invalid={isNoSize}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </label>
        <span class="row row-close">
          <Button aria-describedby={extremesHelp} onClick={() => choose(extremesOf(figures)?.fullest)}>
            Fullest pack
          </Button>
          <Button aria-describedby={extremesHelp} onClick={() => choose(extremesOf(figures)?.emptiest)}>
            Emptiest pack
          </Button>
        </span>
        <small>
          <span id={help}>E.g. 17{example}: lists the strategies that contain such an item.</span>{' '}
          <span id={extremesHelp}>Fullest and emptiest packs, by total over all components.</span>
        </small>
      </div>
      <p class="muted" role="status">
        {isNoSize
          ? 'Enter whole numbers.'
          : `${order.length === count ? '' : `${whole(order.length)} of `}${counted(count, 'strategy', 'strategies')}`}
      </p>
      <StrategiesTable {...{ packed, figures, order, sort, chosen }} onSort={sortBy} onChoose={choose} />
      <p class="muted" aria-live="polite">
        {chosen >= 0 &&
          [
            `Strategy ${whole(chosen + 1)}: ${counted(packed.plan.repeats[chosen] ?? 0, 'pack')}`,
            counted(figures.items[chosen] ?? 0, 'item'),
            ...components.map((name, c) => `${name} ${percent(figures.fill[chosen * k + c] ?? 0)}`),
          ].join(', ')}
      </p>
    </>
  );
}

const help =
  'A strategy is a combination of sizes that share a pack, with the number of packs that use it. Select one to see its packs.';

/** The strategies of the plan. */
export function StrategiesPanel({ store }: { store: Store }) {
  const packed = store.drawn.value;
  return (
    <Panel heading="Strategies" help={packed ? help : 'No plan yet.'}>
      {packed && <Strategies store={store} packed={packed} />}
    </Panel>
  );
}
