import { l10n } from 'vscode';
import type { AnomalousLoad } from '../../app/upload/loadComparison.ts';
import { plainText } from '../../base/displayText.ts';
import { MIXED_DATES } from '../../data/fingerprint/dateForm.ts';
import { isRepetition } from '../../data/fingerprint/loadAnomalies.ts';
import type { LoadAnomaly } from '../../data/fingerprint/loadAnomalies.ts';
import { columnName } from '../format/headerText.ts';
import { decimalText } from '../format/totalsText.ts';
import { numberText } from '../format/valueText.ts';

const SHOWN = 5;

/** How a load differs from earlier ones to the connection, one anomaly per line. */
export function loadAnomalyTexts(anomalies: readonly LoadAnomaly[]): readonly string[] {
  const more = anomalies.length - SHOWN;
  const texts = anomalies.slice(0, SHOWN).map(textOf);
  return more > 0 ? [...texts, l10n.t('And {0} more.', numberText(more))] : texts;
}

/** The warning about such a load that was sent without a review. */
export function anomalousLoadText({ fileName, targetName, anomalies }: AnomalousLoad): string {
  const names = [plainText(fileName, 80), plainText(targetName, 80)];
  const accepted = anomalies.every(isRepetition)
    ? l10n.t('“{0}” was accepted for “{1}”.', ...names)
    : l10n.t('“{0}” was accepted for “{1}”, but it differs from earlier loads.', ...names);
  return [accepted, ...loadAnomalyTexts(anomalies)].join(' ');
}

function textOf(anomaly: LoadAnomaly): string {
  switch (anomaly.kind) {
    case 'unbalanced': {
      const [first, second] = anomaly.columns;
      return l10n.t(
        '“{0}” and “{1}” don’t balance: {2} and {3}. In earlier loads, their sums were equal.',
        columnName(first.name),
        columnName(second.name),
        plainText(decimalText(first.sum), 60),
        plainText(decimalText(second.sum), 60),
      );
    }
    case 'fewRows':
      return l10n.t(
        'Fewer rows than before: {0}. Usual for this connection: {1}.',
        numberText(anomaly.rows),
        numberText(anomaly.usual),
      );
    case 'blanks':
      return anomaly.blanks === 1
        ? l10n.t('“{0}” is blank in 1 row. It was never blank in earlier loads.', columnName(anomaly.column))
        : l10n.t(
            '“{0}” is blank in {1} rows. It was never blank in earlier loads.',
            columnName(anomaly.column),
            numberText(anomaly.blanks),
          );
    case 'dateForm':
      return anomaly.form === MIXED_DATES
        ? l10n.t(
            'Dates in “{0}” are written in different formats. In earlier loads: {1}.',
            columnName(anomaly.column),
            anomaly.before,
          )
        : l10n.t(
            'Dates in “{0}” are written as {1}. In earlier loads: {2}.',
            columnName(anomaly.column),
            anomaly.form,
            anomaly.before,
          );
    case 'mixedDates':
      return l10n.t('Dates in “{0}” are written in different formats.', columnName(anomaly.column));
    case 'repeatedKey':
      return l10n.t(
        '“{0}” has repeated values. In earlier loads, all its values were different.',
        columnName(anomaly.column),
      );
    case 'sameRows':
      return l10n.t('The rows are the same as in the last load. This may be the same data again.');
    case 'sameTotals':
      return anomaly.differentKey === undefined
        ? l10n.t('The number of rows and the sums are the same as in the last load. This may be the same data again.')
        : l10n.t(
            'The number of rows and the sums, except that of “{0}”, are the same as in the last load. This may be the same data again.',
            columnName(anomaly.differentKey),
          );
  }
}
