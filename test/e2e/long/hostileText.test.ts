import { assertOnlyTextEverywhere, everyField, PLACES_STAGE } from '../hostilePlaces.ts';
import { HOSTILE_TEXTS } from '../hostileTexts.ts';
import { useStage } from '../useStage.ts';

describe('Only text is shown', function () {
  this.timeout(600_000);
  const stage = useStage(PLACES_STAGE);

  for (const text of HOSTILE_TEXTS) {
    it(`of ${text.name}, in every place`, async () => {
      await assertOnlyTextEverywhere(stage(), everyField(text));
    });
  }
});
