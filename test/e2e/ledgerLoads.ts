import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalService } from '../service/localService.ts';
import type { Workbench } from './pages/workbench.ts';

export const LEDGER = 'general-ledger-2026-10.csv';
export const LEDGER_TARGET = 'Budget Upload';
/** A cell that the service does not accept, and what it says of it. */
export const REJECTED_CELL = {
  message: "Row 6: '6301' is not an account of this company",
  position: 'Ln 7, Col 31 (4 selected)',
};
/** Of the job of the earlier load. */
const LOAD_MS = 1000;

/**
 * Uploads the ledger as it was before its last documents, two corrections and a mistake, and waits for its job. Leaves the file as it is
 * now, with a number for each entry, which is the key to compare rows by.
 */
export async function loadEarlierLedger(workbench: Workbench, service: LocalService, folder: string): Promise<void> {
  const path = join(folder, LEDGER);
  const [header = '', ...rows] = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const numbered = rows.map((row, index) => `${4001 + index},${row}`);
  const [right, wrong] = [/(?<=,RE-104803,)6300,/, '6301,'] as const;
  const earlier = numbered
    .filter((row) => !/,RE-10488[1-4],/.test(row))
    .map((row) => row.replace(/(?<=,RE-104806,.*),610,/, ',620,'));
  await writeRows(path, header, earlier);
  await service.nextJob({ durationMs: LOAD_MS });
  await openReview(workbench);
  await workbench.review.answer(/Rows: \d+/, 'Upload');
  await workbench.jobs.rowSaying(new RegExp(`^${LEDGER}, ${LEDGER_TARGET}, completed`)).waitFor();
  await writeRows(
    path,
    header,
    numbered.map((row) => row.replace(right, wrong)),
  );
  await workbench.editor.line(1, '4001,').waitFor();
}

/** Opens the review of the ledger, as the icon in the title of its editor does. */
export async function openReview(workbench: Workbench): Promise<void> {
  await workbench.openFile(LEDGER);
  await workbench.editor.titleAction('Upload to Connection…').click();
  await workbench.quickInput.choose(/connection to upload to/, LEDGER_TARGET);
}

async function writeRows(path: string, header: string, rows: readonly string[]): Promise<void> {
  await writeFile(path, [`entry_no,${header}`, ...rows, ''].join('\n'));
}
