// The extension that start-up is compared with: it does nothing, in the same format as ours.
import 'vscode';

export function activate() {
  // Nothing.
}
