import { l10n } from 'vscode';
import { UserError } from '../../errors/userError.ts';
import type { UploadInput } from '../inputs/uploadInput.ts';

/** The review names each of them with its real path, and must stay short enough to be read. */
const MAX_LEAVING = 10;

/** Throws `UserError` where a review could not name every file whose symbolic link leaves the folder. */
export function throwIfTooManyLinks(inputs: readonly Pick<UploadInput, 'link'>[]): void {
  const count = inputs.filter(({ link }) => link?.leavesFolder === true).length;
  if (count > MAX_LEAVING) {
    throw new UserError(
      l10n.t(
        'Nothing was uploaded: symbolic links of {0} files lead out of the folder or to an unknown place. Upload at most {1} such files at once, so that the review can name each.',
        count,
        MAX_LEAVING,
      ),
    );
  }
}
