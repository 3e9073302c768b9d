import { openSignedIn } from '../openSignedIn.ts';
import { assertOnlyTextEverywhere, everyField } from '../hostilePlaces.ts';
import { HOSTILE_TEXTS } from '../hostileTexts.ts';
import { useStage } from '../useStage.ts';

describe('Only text is shown', function () {
  this.timeout(300_000);
  // VS Code asks about files with such characters.
  const stage = useStage({ settings: { 'editor.unusualLineTerminators': 'off' } });

  for (const text of HOSTILE_TEXTS) {
    it(`of ${text.name}, in every place`, async () => {
      await assertOnlyTextEverywhere(stage(), everyField(text), () => openSignedIn(stage()));
    });
  }
});
