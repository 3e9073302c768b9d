import assert from 'node:assert/strict';
import { openSignedIn } from '../openSignedIn.ts';
import type { Workbench } from '../pages/workbench.ts';
import { useStage } from '../useStage.ts';
import { SAP_CSV, SAP_LIST } from '../../unit/data/csv/drawnTables.ts';

describe('A conversion of an upload', () => {
  const stage = useStage();

  it('removes commas between thousands if that was chosen', async () => {
    await stage().writeFile('amounts.csv', 'id,net\n1,"1,234.50"\n2,"-2,000"\n3,0.5\n');
    const workbench = await openSignedIn(stage());
    const { explorer, quickInput, review } = workbench;
    await explorer.show();
    await explorer.act('amounts.csv', 'Upload to Connection…');
    await quickInput.choose(/connection to upload to/, 'Budget Upload');
    await review.answer(/net -765\.00/, 'Convert…');
    await quickInput.awaitStep(/Select conversions/);
    const removal = quickInput.option('Remove commas between thousands');
    await removal.getByText('1,"1,234.50" → 1,"1234.50"').waitFor();
    await removal.click();
    await quickInput.root.getByRole('button', { name: 'OK' }).click();
    await review.answer(/Will be converted: without commas between thousands/, 'Convert and Upload');
    await awaitCompleted(workbench, 'amounts.csv, Budget Upload');
    assert.equal(await stage().service.latestText(), 'id,net\n1,"1234.50"\n2,"-2000"\n3,0.5\n');
  });

  it('loses nothing of a Windows-1252 file that is open as UTF-8', async () => {
    await stage().writeFile('sizes.csv', Buffer.from('sep=;\r\nid;size\r\n1;Gr\xf6\xdfe\r\n', 'latin1'));
    const workbench = await openSignedIn(stage());
    const { quickInput, review } = workbench;
    await workbench.openFile('sizes.csv');
    await workbench.page.locator('.view-line', { hasText: 'Gr��e' }).waitFor();
    await workbench.uploadActiveEditor('Budget Upload');
    await review.answer(/Windows-1252 to UTF-8/, 'Convert…');
    await quickInput.awaitStep(/Select conversions/);
    await quickInput.root.getByText('id;size → id,size').waitFor();
    await quickInput.option('Delimiter: semicolon to comma').click();
    await quickInput.root.getByRole('button', { name: 'OK' }).click();
    await review.answer(/Will be converted: Windows-1252 to UTF-8/, 'Convert and Upload');
    await awaitCompleted(workbench, 'sizes.csv, Budget Upload');
    assert.equal(await stage().service.latestText(), 'id,size\r\n1,Größe\r\n');
  });

  it('converts a list of SAP to CSV, whose minus signs, decimal commas, and total row can be converted, too', async () => {
    await stage().writeFile('list.txt', SAP_LIST);
    const workbench = await openSignedIn(stage());
    const { quickInput, review } = workbench;
    await workbench.openFile('list.txt');
    await workbench.uploadActiveEditor('Budget Upload');
    await review.answer(/Will be converted: drawn table to CSV.*File name sent: list\.csv/, 'Convert…');
    await quickInput.awaitStep(/Select conversions/);
    await quickInput.checked('Drawn table to CSV').waitFor();
    await quickInput
      .option('Formatted numbers to plain numbers')
      .getByText('…Hotel,"89,00-",EUR → …Hotel,"-89,00",EUR')
      .waitFor();
    await quickInput.option('Decimal commas to points').getByText('…"1.234,56",EUR → …"1234.56",EUR').waitFor();
    await quickInput.option('Remove the total row').click();
    await quickInput.option('Decimal commas to points').click();
    await quickInput.root.getByRole('button', { name: 'OK' }).click();
    await review.answer(
      /Amount 13,145\.56.*Will be converted: drawn table to CSV, without the total row, formatted numbers to plain numbers, decimal commas to points/,
      'Convert and Upload',
    );
    await awaitCompleted(workbench, 'list.txt, Budget Upload');
    const sent = SAP_CSV.replace(/,,,,.*\n/, '')
      .replace('89,00-', '-89.00')
      .replace('1.234,56', '1234.56');
    assert.equal(await stage().service.latestText(), sent.replace('12.000,00', '12000.00'));
  });

  it('converts JSON Lines to an array, with every number as written', async () => {
    await stage().writeFile('events.jsonl', '{"id":12345678901234567890,"town":"Zürich"}\n{"id":1.10,"town":null}\n');
    const workbench = await openSignedIn(stage());
    const { review } = workbench;
    await workbench.openFile('events.jsonl');
    await workbench.uploadActiveEditor('Budget Upload');
    await review.answer(/Will be converted: as a JSON array.*File name sent: events\.json/, 'Convert and Upload');
    await awaitCompleted(workbench, 'events.jsonl, Budget Upload');
    assert.equal(
      await stage().service.latestText(),
      '[{"id":12345678901234567890,"town":"Zürich"}\n,{"id":1.10,"town":null}\n]',
    );
  });

  it('flattens nested JSON, which the review shows', async () => {
    await stage().writeFile('nested.json', '[{"id": 1, "address": {"city": "Zürich", "zip": 8.00}}]');
    const workbench = await openSignedIn(stage());
    await workbench.openFile('nested.json');
    await workbench.uploadActiveEditor('Budget Upload');
    await workbench.review.answer(
      /Columns: 3 \(id, address\.city, address\.zip\).*Will be converted: nested values to dotted columns/,
      'Convert and Upload',
    );
    await awaitCompleted(workbench, 'nested.json, Budget Upload');
    assert.equal(await stage().service.latestText(), '[{"id": 1, "address.city": "Zürich", "address.zip": 8.00}]');
  });

  async function awaitCompleted(workbench: Workbench, job: string): Promise<void> {
    await workbench.showViews();
    await workbench.jobs.rowSaying(new RegExp(`^${job}, completed`)).waitFor();
  }
});
