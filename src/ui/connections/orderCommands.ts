import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import { quickPickText, titleText } from '../../base/sinkText.ts';
import { connectionGroupings, connectionSortings } from '../../model/connectionOrder.ts';
import type { ConnectionGrouping, ConnectionSorting } from '../../model/connectionOrder.ts';
import { createTextBox, pickOne } from '../window/quickInput.ts';
import type { RememberedOrder } from './viewOrder.ts';

/** Group By…: takes the grouping as its argument, or asks. */
export async function groupConnections(order: RememberedOrder, argument: unknown): Promise<void> {
  const names: Record<ConnectionGrouping, string> = {
    none: vscode.l10n.t('Not grouped'),
    sourceSystem: vscode.l10n.t('Source system'),
    state: vscode.l10n.t('State'),
  };
  const grouping =
    connectionGroupings.find((known) => known === argument) ??
    (await pickValue(connectionGroupings, names, order.current.grouping, vscode.l10n.t('Group connections by')));
  order.change(grouping === undefined ? {} : { grouping });
}

/** Sort By…: takes the sorting as its argument, or asks. */
export async function sortConnections(order: RememberedOrder, argument: unknown): Promise<void> {
  const names: Record<ConnectionSorting, string> = {
    attention: vscode.l10n.t('Needs attention first'),
    name: vscode.l10n.t('Name'),
    lastSync: vscode.l10n.t('Last sync, newest first'),
  };
  const sorting =
    connectionSortings.find((known) => known === argument) ??
    (await pickValue(connectionSortings, names, order.current.sorting, vscode.l10n.t('Sort connections by')));
  order.change(sorting === undefined ? {} : { sorting });
}

/** Filter…: takes the text as its argument, or asks for it. The rows follow each key; Escape brings the old filter back. */
export function filterConnections(order: RememberedOrder, argument: unknown): void {
  if (typeof argument === 'string') {
    order.change({ filter: argument.trim() });
    return;
  }
  const disposables = new DisposableStore();
  const input = disposables.add(createTextBox());
  let kept = order.current.filter;
  input.value = kept;
  input.title = titleText(vscode.l10n.t('Filter Connections'));
  input.placeholder = titleText(vscode.l10n.t('Words in the name, the source system or the ID'));
  disposables.add(input.onDidChangeValue((value) => order.change({ filter: value.trim() })));
  disposables.add(
    input.onDidAccept(() => {
      kept = order.current.filter;
      input.hide();
    }),
  );
  disposables.add(
    input.onDidHide(() => {
      order.change({ filter: kept });
      disposables.dispose();
    }),
  );
  input.show();
}

async function pickValue<T extends string>(
  values: readonly T[],
  names: Readonly<Record<T, string>>,
  current: T,
  title: string,
): Promise<T | undefined> {
  const items = values.map((value) => ({
    value,
    label: quickPickText(names[value]),
    ...(value === current ? { description: quickPickText(vscode.l10n.t('current')) } : {}),
  }));
  return (await pickOne(items, { title: titleText(title) }))?.value;
}
