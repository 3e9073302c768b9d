import { assertOnlyTextEverywhere, eachField, PLACES_STAGE } from '../hostilePlaces.ts';
import { ESSENTIAL_TEXTS } from '../hostileTexts.ts';
import { useStage } from '../useStage.ts';

describe('Only text is shown', function () {
  this.timeout(600_000);
  const stage = useStage(PLACES_STAGE);

  it('in every place, of texts that try to be links, icons, HTML, control characters, or too long', async () => {
    await assertOnlyTextEverywhere(stage(), eachField(ESSENTIAL_TEXTS));
  });
});
