import { button, element } from './element.ts';

interface IdListModel {
  readonly ids: readonly { readonly label: string; readonly value: string }[];
  readonly labels: Readonly<Record<'ids' | 'copy' | 'copied', string>>;
}

/** A list of IDs, each with a button that copies it. `announce` passes a text to screen readers. */
export function idList(
  { ids, labels }: IdListModel,
  copyId: (index: number) => void,
  announce: (text: string) => void,
): readonly Node[] {
  const rows = ids.flatMap(({ label, value }, index) => {
    const name = labels.copy.replace('{0}', () => label);
    const copy = button(name, { class: 'quiet', 'data-key': `copy-${index}` }, () => {
      copyId(index);
      announce(labels.copied.replace('{0}', () => label));
    });
    return [element('dt', {}, label), element('dd', {}, element('code', {}, value), copy)];
  });
  return [element('h2', {}, labels.ids), element('dl', { class: 'ids' }, ...rows)];
}
