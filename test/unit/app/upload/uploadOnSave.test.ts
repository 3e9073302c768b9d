import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/api/apiError.ts';
import { UploadOnSave } from '../../../../src/app/upload/uploadOnSave.ts';
import type { UploadOutcome } from '../../../../src/app/upload/uploadRequest.ts';
import { headerChangeOf } from '../../../../src/app/upload/uploadPlan.ts';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { LocalService } from '../../../service/localService.ts';
import { LedgerFolder } from '../../jobs/store/ledgerFolder.ts';
import { sampleDraft } from '../../jobs/store/sampleUploads.ts';
import { accountOf, UploadWindow } from './uploadWindow.ts';

const SOURCE = 'file:///rows.csv';

describe('An upload on save', function () {
  this.timeout(30_000);

  let service: LocalService;
  let folder: LedgerFolder;
  let ledger: Ledger;
  let window: UploadWindow;
  let entityId: string;
  let content: string;
  let outcomes: UploadOutcome[];
  let reported: unknown[];
  let blocked: number;
  let declined: string[];
  let inFlight: string[];
  let missing: (readonly [fileName: string, why: string])[];
  let onRead: () => void;
  let isOn: boolean;
  let uploads: UploadOnSave;

  before(async () => {
    service = await LocalService.start();
  });
  after(() => service.stop());

  beforeEach(async () => {
    await service.reset();
    [entityId] = await service.uploadTargets();
    folder = new LedgerFolder();
    ledger = folder.open();
    window = new UploadWindow(service, accountOf(service), ledger);
    window.targets = { ofUser: { '*.csv': entityId }, ofWorkspace: [] };
    content = 'id,name\n1,one\n';
    onRead = () => undefined;
    isOn = true;
    [outcomes, reported, blocked, declined, inFlight, missing] = [[], [], 0, [], [], []];
    uploads = create();
  });
  afterEach(() => {
    uploads.dispose();
    window.dispose();
    folder.remove();
  });

  /** As after a reload of the window. */
  function create(): UploadOnSave {
    return new UploadOnSave({
      context: window.context,
      isOn: () => isOn,
      sourceOf: (uri) => {
        const file = window.source(uri.replace('file:///', ''), content);
        return {
          ...file,
          read: () => {
            onRead();
            return file.read();
          },
        };
      },
      showBlocked: () => (blocked += 1),
      showMissingTarget: (fileName, why) =>
        missing.push([fileName, why.kind === 'signedOut' ? why.kind : why.entityId]),
      showDeclined: (fileName) => declined.push(fileName),
      showInFlight: (fileName) => inFlight.push(fileName),
      reportOutcome: (outcome) => outcomes.push(outcome),
      report: (error) => reported.push(error),
    });
  }

  async function save(text = content, source = SOURCE): Promise<void> {
    content = text;
    await uploads.uploadSaved(source);
  }

  async function sent(): Promise<number> {
    return (await service.uploads()).length;
  }

  it('is reviewed the first time for each file, with what follows from it, and then sent without a question', async () => {
    await save();
    assert.deepEqual([window.reviews.length, window.reviews[0]?.isFirstOnSave, await sent()], [1, true, 1]);
    await save('id,name\n1,one\n2,two\n');
    assert.deepEqual([window.reviews.length, await sent()], [1, 2]);
    await save('id,name\n5,five\n', 'file:///other.csv');
    assert.deepEqual([window.reviews.length, window.reviews[1]?.isFirstOnSave, await sent()], [2, true, 3]);
    assert.deepEqual(reported, []);
  });

  it('is reviewed the first time even if the connection was confirmed before and the user has set "never"', async () => {
    window.settings.uploadConfirm = 'never';
    ledger.consents.add((await accountId()) ?? '', 'uploadTarget', entityId);
    await save();
    assert.equal(window.reviews.length, 1);
    await save('id,name\n2,two\n');
    assert.deepEqual([window.reviews.length, await sent()], [1, 2]);
  });

  it('is reviewed for the connection that the settings name when it is sent, even if they change meanwhile', async () => {
    await save();
    const [, otherId] = await service.uploadTargets();
    ledger.consents.add((await accountId()) ?? '', 'uploadTarget', otherId);
    onRead = () => {
      window.targets = { ofUser: undefined, ofWorkspace: [{ '*.csv': otherId }] };
    };
    await save('id,name\n2,two\n');
    assert.deepEqual(
      window.reviews.map(({ plans, isFirstOnSave }) => [plans[0]?.target.entityId, isFirstOnSave]),
      [
        [entityId, true],
        [otherId, true],
      ],
    );
    assert.equal(await sent(), 2);
  });

  it('has the conversions of the last upload of the file, in a review', async () => {
    const month = (net: string) => `id;net\n1;${net}\n`;
    window.answerReview = async ({ plans, convert }) => {
      const converted = await convert(plans, new Set(['fromDecimalCommas']));
      return converted.kind === 'converted' ? converted.plans : undefined;
    };
    await save(month('1,5'));
    window.answerReview = ({ plans }) => Promise.resolve(plans);
    await save(month('22,5'));
    assert.equal(await service.latestText(), month('22.5'));
    assert.equal(window.reviews.length, 2);
  });

  it('is reviewed every time if the user has set "always"', async () => {
    window.settings.uploadConfirm = 'always';
    await save();
    await save('id,name\n2,two\n');
    assert.deepEqual(
      window.reviews.map(({ isFirstOnSave }) => isFirstOnSave),
      [true, false],
    );
    assert.equal(await sent(), 2);
  });

  it('is reviewed if something needs attention, like any other upload', async () => {
    await save();
    await save('id,title\n1,one\n');
    const [plan] = window.reviews[1]?.plans ?? [];
    assert.deepEqual([window.reviews.length, plan && headerChangeOf(plan)?.added], [2, ['title']]);
  });

  it('is not offered again in the window once the user has declined it for a file', async () => {
    window.answerReview = () => Promise.resolve(undefined);
    await save();
    await save('id,name\n2,two\n');
    assert.deepEqual([window.reviews.length, declined, await sent()], [1, ['rows.csv'], 0]);
    uploads = create();
    await save();
    assert.equal(window.reviews.length, 2);
  });

  it('is offered again after the user has looked at a problem from its review', async () => {
    window.answerReview = () => Promise.resolve('postponed');
    await save();
    await save('id,name\n2,two\n');
    assert.deepEqual(
      [window.reviews.length, window.reviews[1]?.isFirstOnSave, declined, await sent()],
      [2, true, [], 0],
    );
  });

  it('is not offered again to a file that was saved once more during the review that the user declined', async () => {
    let again: Promise<void> | undefined;
    window.answerReview = () => {
      again = save('id,name\n2,two\n');
      return Promise.resolve(undefined);
    };
    await save();
    await again;
    assert.deepEqual([window.reviews.length, declined], [1, ['rows.csv']]);
  });

  it('that is cancelled later does not end the uploads of the file', async () => {
    window.settings.uploadConfirm = 'always';
    await save();
    window.answerReview = () => Promise.resolve(undefined);
    await save('id,name\n2,two\n');
    window.answerReview = (review) => Promise.resolve(review.plans);
    await save('id,name\n3,three\n');
    assert.deepEqual([window.reviews.length, declined, await sent()], [3, [], 2]);
  });

  it('sends nothing and asks nothing if the file is as it was last uploaded', async () => {
    await save();
    await save();
    assert.deepEqual([window.reviews.length, await sent()], [1, 1]);
    await save('id,name\n2,two\n');
    await save('id,name\n1,one\n');
    assert.equal(window.reviews.length, 2, 'the content before the last one is reviewed');
  });

  it('is reviewed again if an upload of the file got no response since the same was accepted', async () => {
    await save();
    await service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'loseResponse' } });
    await save('id,name\n2,two\n');
    await save('id,name\n1,one\n');
    assert.deepEqual([window.reviews.length, await sent()], [2, 3]);
    assert.ok(window.reviews[1]?.plans[0]?.unanswered);
  });

  it('sends no file with errors, and says so once until it has none', async () => {
    await save();
    const broken = 'id,name\n1,"never closed\n';
    await save(broken);
    await save(`${broken}2`);
    assert.deepEqual([blocked, await sent()], [1, 1]);
    await save('id,name\n2,two\n');
    await save(broken);
    assert.deepEqual([blocked, await sent()], [2, 2]);
    assert.deepEqual(
      window.notices.map(({ kind }) => kind),
      ['accepted', 'accepted'],
    );
  });

  it('says so again after the file was as it was last uploaded', async () => {
    await save();
    const broken = 'id,name\n1,"never closed\n';
    await save(broken);
    await save('id,name\n1,one\n');
    await save(broken);
    assert.deepEqual([blocked, await sent()], [2, 1]);
  });

  it('applies only to files whose connection the settings name, of the account that is signed in', async () => {
    for (const targets of [{}, { '*.json': entityId }, { '*.csv': 'of-another-account' }]) {
      window.targets = { ofUser: targets, ofWorkspace: [] };
      await save();
    }
    window.targets = { ofUser: { '*.csv': entityId }, ofWorkspace: [] };
    window.state = { kind: 'signedOut' };
    await save();
    assert.deepEqual([window.reviews, window.offered, outcomes, reported, await sent()], [[], [], [], [], 0]);
  });

  it('says once why it has no target: until the user signs in, and for each file and ID', async () => {
    const { state } = window;
    window.state = { kind: 'signedOut' };
    await save();
    await save('id,name\n5,five\n', 'file:///other.csv');
    window.state = state;
    window.targets = { ofUser: { '*.csv': 'unknown' }, ofWorkspace: [] };
    await save();
    await save();
    await save('id,name\n5,five\n', 'file:///other.csv');
    window.state = { kind: 'signedOut' };
    await save();
    assert.deepEqual(missing, [
      ['rows.csv', 'signedOut'],
      ['rows.csv', 'unknown'],
      ['other.csv', 'unknown'],
      ['rows.csv', 'signedOut'],
    ]);
    window.targets = { ofUser: {}, ofWorkspace: [] };
    await save('id,name\n6,six\n', 'file:///third.csv');
    assert.equal(missing.length, 4, 'a file without a target is none of its business');
  });

  it('goes to a connection that is newer than the list, which is requested for it', async () => {
    await save();
    window.targets = { ofUser: { '*.csv': 'new-connection' }, ofWorkspace: [] };
    await save('id,name\n2,two\n');
    assert.deepEqual(missing, [['rows.csv', 'new-connection']]);
    await service.putConnection({ entityId: 'new-connection', acceptsUploads: true });
    await save('id,name\n3,three\n', 'file:///other.csv');
    assert.equal(await sent(), 2);
    const listings = async (): Promise<number> =>
      (await service.requests()).filter(({ path }) => path.endsWith('/connections')).length;
    window.targets = { ofUser: { '*.csv': 'unknown' }, ofWorkspace: [] };
    await save();
    const before = await listings();
    await save();
    assert.equal(await listings(), before, 'the list is less than a minute old');
  });

  it('reports that the connections can not be listed, each time', async () => {
    await service.addFault({ path: '/connections', action: { kind: 'response', status: 503 } });
    await save();
    await save();
    assert.deepEqual(
      reported.map((error) => error instanceof ApiError && error.failure.kind),
      ['unavailable', 'unavailable'],
    );
    assert.deepEqual([missing, window.reviews], [[], []]);
  });

  it('reports that a target could not be looked for in the connections, instead of that it is unknown', async () => {
    await save();
    await service.addFault({ path: '/connections', action: { kind: 'response', status: 503 } });
    window.targets = { ofUser: { '*.csv': 'new-connection' }, ofWorkspace: [] };
    await save('id,name\n2,two\n');
    assert.deepEqual(
      reported.map((error) => error instanceof ApiError && error.failure.kind),
      ['unavailable'],
    );
    assert.deepEqual(missing, []);
  });

  it('is sent once more, and not twice at a time, if the file is saved while it is uploaded', async () => {
    await save();
    let again: Promise<void>[] = [];
    window.onSending = () => {
      if (again.length === 0) {
        content = 'id,name\n3,three\n';
        again = [uploads.uploadSaved(SOURCE), uploads.uploadSaved(SOURCE)];
      }
    };
    await save('id,name\n2,two\n');
    await Promise.all(again);
    assert.equal(await sent(), 3);
    assert.equal(await service.latestText(), 'id,name\n3,three\n');
  });

  it('is not started for a file that waits once the setting is turned off', async () => {
    let other: Promise<void> | undefined;
    window.answerReview = ({ plans }) => {
      other = save(content, 'file:///other.csv');
      isOn = false;
      return Promise.resolve(plans);
    };
    await save();
    await other;
    assert.deepEqual([window.reviews.length, await sent(), missing], [1, 1, []]);
  });

  it('waits for an upload of the file that the user has started, and sends what has changed since', async () => {
    const uploadAndSave = async (uploaded: string, saved: string): Promise<void> => {
      const again: Promise<void>[] = [];
      window.onSending = () => {
        if (again.length === 0) {
          again.push(save(saved));
        }
      };
      await window.upload([window.source('rows.csv', uploaded)]);
      await Promise.all(again);
    };
    await uploadAndSave(content, content);
    assert.equal(await sent(), 1);
    await uploadAndSave('id,name\n2,two\n', 'id,name\n3,three\n');
    assert.equal(await sent(), 3);
    assert.equal(await service.latestText(), 'id,name\n3,three\n');
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['cancelled', 'sent'],
    );
  });

  it('says that what was saved is not sent while another window sends the file, or another one with the same content', async () => {
    await save();
    const [{ check } = assert.fail()] = window.reviews[0]?.plans ?? [];
    const other = new UploadWindow(service, accountOf(service), folder.open());
    const draft = sampleDraft({ id: 'other', entityId, uri: SOURCE, digest: check.digest });
    other.intents.reserve((await accountId()) ?? '', [draft]);
    await save('id,name\n2,two\n');
    await save('id,name\n1,one\n', 'file:///copy.csv');
    assert.deepEqual([inFlight, outcomes.length, reported, await sent()], [['rows.csv', 'copy.csv'], 1, [], 1]);
    other.intents.settle('other', { kind: 'notLoaded' });
    await save('id,name\n2,two\n');
    assert.deepEqual([inFlight.length, await sent(), await service.latestText()], [2, 2, 'id,name\n2,two\n']);
    other.dispose();
  });

  it('of another file goes on after one that failed', async () => {
    await service.addFault({
      path: '/dataloader/upload',
      times: 1,
      action: { kind: 'response', status: 400 },
    });
    await save();
    assert.equal(outcomes.length, 1);
    await save('id,name\n5,five\n', 'file:///other.csv');
    assert.equal(await sent(), 1);
  });

  async function accountId(): Promise<string | undefined> {
    return (await window.session.clientForStarting())?.account.id;
  }
});
