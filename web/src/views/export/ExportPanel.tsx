import './ExportPanel.css';
import type { ComponentChildren } from 'preact';
import { Panel } from '../../controls/Panel';
import { Region } from '../../controls/Region';
import type { Store } from '../../store/store';
import { Assignment, CheckPlan, PlanFiles } from './files';
import { Command, Embed, Link, LoaderCode, PasteCommand } from './texts';

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <Region class="stack stack-close export-group" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </Region>
  );
}

/** Files, code, commands and, if the URL reflects the state (`linked`), a link. */
export function ExportPanel({ store, linked }: { store: Store; linked: boolean }) {
  const data = store.loaded.value.value;
  const packed = store.packed.value.value;
  return (
    <Panel heading="Export" help="What is shown, as files, code, a command, a link and HTML.">
      {data && packed ? (
        <>
          {!store.isCurrent.value && (
            <p class="warn">
              Packing was cancelled: files and code are for the plan shown, not for the current settings.
            </p>
          )}
          <Group title="Files">
            <PlanFiles {...{ store, data, packed }} />
          </Group>
          <Group title="Assignment">
            <Assignment {...{ store, data, packed }} />
          </Group>
          <Group title="Python">
            <LoaderCode store={store} packed={packed} />
          </Group>
        </>
      ) : (
        <p class="muted">Load data to export a plan.</p>
      )}
      <Group title="Command">
        <Command store={store} />
        <PasteCommand store={store} />
      </Group>
      <Group title="Check a plan">
        <CheckPlan store={store} />
      </Group>
      {linked && location.protocol !== 'file:' && (
        <Group title="Link">
          <Link store={store} />
        </Group>
      )}
      <Group title="Embed">
        <Embed store={store} linked={linked} />
      </Group>
    </Panel>
  );
}
