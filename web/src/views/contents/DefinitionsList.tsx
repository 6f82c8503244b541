import { useId } from 'preact/hooks';
import type { Finding, GraphSchema, SamplingHop, SamplingSpec, SchemaFeature, SchemaSet } from 'tuplepack/graphs';
import { Button } from '../../controls/buttons';
import { type Column, DataTable } from '../../controls/DataTable';
import { counted, whole } from '../../controls/format';
import { Region } from '../../controls/Region';
import { placed } from '../../engine/refused';
import type { Definition } from '../../store/definitions';
import type { Store } from '../../store/store';
import { DataError } from '../data/DataFields';

const text = <Row,>(name: string, show: (row: Row) => string): Column<Row> => ({ name, names: true, show });
const number = <Row,>(name: string, show: (row: Row) => string): Column<Row> => ({ name, show });

/** What has no name. */
const pasted = 'pasted text';

/** Without the columns that have nothing in any row. */
function used<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Column<Row>[] {
  return columns.filter(({ show }) => rows.some((row) => show(row) !== ''));
}

// ---- schemas ----

const nameOf = (set: SchemaSet) => (set.kind === 'context' ? 'context' : set.name);
const isReversed = ({ extra }: SchemaSet) => extra.some(([key, value]) => key === 'edge_type' && value === 'reversed');

const setColumns: readonly Column<SchemaSet>[] = [
  text('set', (set) => (set.kind === 'context' ? 'context' : `${set.kind} ${set.name}`)),
  text('source', (set) => (set.kind === 'edges' ? set.source : '')),
  text('target', (set) => (set.kind === 'edges' ? set.target : '')),
  number('nodes or edges', ({ cardinality }) => (cardinality === null ? '' : whole(cardinality))),
  text('table', (set) => set.filename + (isReversed(set) ? ' (reversed)' : '')),
];

const shapeText = (shape: number[] | null) =>
  shape ? `[${shape.map((size) => (size < 0 ? 'ragged' : whole(size))).join(', ')}]` : 'unknown';

type FeatureOfSet = SchemaFeature & { set: string };

const featureColumns: readonly Column<FeatureOfSet>[] = [
  text('feature', ({ set, name }) => `${set} ${name}`),
  text('type', ({ type }) => type ?? 'none'),
  text('shape', ({ shape }) => shapeText(shape)),
  text('description', ({ description }) => description),
];

function SchemaTables({ name, sets }: { name: string; sets: readonly SchemaSet[] }) {
  const features = sets.flatMap((set) => set.features.map((feature) => ({ ...feature, set: nameOf(set) })));
  return (
    <>
      <DataTable caption={`Sets of ${name}`} columns={used(setColumns, sets)} rows={sets} />
      {features.length > 0 && (
        <DataTable caption={`Features of ${name}`} titled columns={used(featureColumns, features)} rows={features} />
      )}
    </>
  );
}

// ---- sampling specs ----

const hopColumns: readonly Column<SamplingHop>[] = [
  text('hop', ({ op }) => op),
  text('inputs', ({ inputs }) => inputs.join(', ')),
  text('edge set', ({ edgeSet }) => edgeSet),
  text('source', ({ source }) => source ?? ''),
  text('target', ({ target }) => target ?? ''),
  text('strategy', ({ strategy }) => strategy),
  number('edges of a node', ({ sampleSize }) => whole(sampleSize)),
  number('most nodes', ({ mostNodes }) => whole(mostNodes)),
  number('most edges', ({ mostEdges }) => whole(mostEdges)),
];

function Hops({ name, spec, against }: { name: string; spec: SamplingSpec; against: string | null }) {
  const { hops, mostEdges, mostNodes, seeds, valid } = spec;
  const seed = seeds.links ? 'pair of seeds' : 'seed';
  return (
    <>
      <DataTable caption={`Hops of ${name}`} columns={used(hopColumns, hops)} rows={hops} />
      {valid && hops.length > 0 && (
        <p>
          At most {counted(mostEdges, 'edge')} and {counted(mostEdges + (seeds.links ? 2 : 1), 'node')} for one {seed}
          {mostNodes.length > 0 &&
            `: ${mostNodes.map(({ nodeSet, nodes }) => `${nodeSet} ${whole(nodes)}`).join(', ')}`}
          .
        </p>
      )}
      <p>
        {against === null
          ? 'Drop the matching GraphSchema as well to check the edge sets.'
          : `Checked against ${against || pasted}.`}
      </p>
    </>
  );
}

// ---- both ----

function titleOf(found: GraphSchema | SamplingSpec): string {
  if (found.kind === 'sampling_spec') {
    const { links, nodeSet } = found.seeds;
    const seeds = (links ? 'pairs of seeds' : 'seeds') + (nodeSet === null ? '' : ` of ${nodeSet}`);
    return `sampling spec: ${counted(found.hops.length, 'hop')} from ${seeds}`;
  }
  const count = (kind: SchemaSet['kind']) => found.sets.filter((set) => set.kind === kind).length;
  return `graph schema: ${counted(count('nodes'), 'node set')}, ${counted(count('edges'), 'edge set')}`;
}

function Findings({ title, of }: { title: string; of: readonly Finding[] }) {
  if (of.length === 0) return null;
  return (
    <div class={title === 'error' ? 'bad' : ''}>
      <p>{counted(of.length, title)}</p>
      <ul>
        {of.map(({ line, column, message }) => (
          <li key={`${line} ${column} ${message}`}>{placed({ line: line ?? 0, column: column ?? 0, message })}</li>
        ))}
      </ul>
    </div>
  );
}

function DefinitionSection({ definition, onClose }: { definition: Definition; onClose: () => void }) {
  const heading = useId();
  const { bytes, found, against } = definition;
  const name = definition.name || pasted;
  return (
    <Region class="stack stack-close contents" aria-labelledby={heading}>
      <div class="row heading">
        <h2 id={heading}>{found.value ? `${name}: ${titleOf(found.value)}` : name}</h2>
        <Button aria-label={`Close ${name}`} onClick={onClose}>
          Close
        </Button>
      </div>
      {found.error && <DataError text={bytes.value && new TextDecoder().decode(bytes.value)} error={found.error} />}
      {found.value && (
        <>
          <Findings title="error" of={found.value.errors} />
          <Findings title="warning" of={found.value.warnings} />
          {found.value.kind === 'graph_schema' ? (
            <SchemaTables name={name} sets={found.value.sets} />
          ) : (
            <Hops name={name} spec={found.value} against={against} />
          )}
        </>
      )}
    </Region>
  );
}

/** What is in schemas and sampling specs. */
export function DefinitionsList({ store }: { store: Store }) {
  const { state, close } = store.definitions;
  return (
    <>
      {state.value.value?.map((definition, i) => (
        <DefinitionSection key={i} definition={definition} onClose={() => close(definition)} />
      ))}
    </>
  );
}
