import type * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { InputText, TitleText } from '../../base/sinkText.ts';
import { backButton, createPicker, createTextBox } from '../window/quickInput.ts';
import type { PickItem, TextBox } from '../window/quickInput.ts';

/** The title of the form, and the step's number in it. */
export interface StepHeader {
  readonly title: TitleText;
  readonly step: number;
  readonly totalSteps: number;
}

export type StepResult<T> =
  | { readonly kind: 'next'; readonly value: T }
  | { readonly kind: 'back' }
  /** The user closed the box. */
  | { readonly kind: 'closed' };

interface TextStep<T> extends StepHeader {
  readonly value: string;
  readonly prompt: InputText;
  readonly placeholder: TitleText;
  readonly isSecret?: boolean;
  /** Why the text is not valid, shown while it is typed; undefined if it is. */
  readonly findProblem: (text: string) => InputText | undefined;
  /** Tries the text, while the box stays open and busy. Resolves to what is wrong with it, if anything. */
  readonly submit?: (text: string, signal: AbortSignal) => Promise<InputText | undefined>;
  readonly read: (text: string) => T;
}

/** Asks for a line of text. An empty box shows no error before the user presses Enter. */
export function askText<T>(step: TextStep<T>): Promise<StepResult<T>> {
  const box = createTextBox();
  box.value = step.value;
  box.prompt = step.prompt;
  box.placeholder = step.placeholder;
  box.password = step.isSecret ?? false;
  return show(box, step, ({ settle, signal }) => [
    box.onDidChangeValue((text) => {
      box.validationMessage = text === '' ? undefined : step.findProblem(text);
    }),
    box.onDidAccept(async () => {
      if (box.busy) {
        return;
      }
      const text = box.value;
      const problem = step.findProblem(text) ?? (await trySubmit(box, step, text, signal));
      if (problem === undefined) {
        settle({ kind: 'next', value: step.read(text) });
      } else {
        box.validationMessage = problem;
        if (step.isSecret === true) {
          // It can't be read, so another one replaces it.
          box.valueSelection = [0, text.length];
        }
      }
    }),
  ]);
}

interface ChoiceStep<T> extends StepHeader {
  readonly placeholder: TitleText;
  readonly items: readonly (PickItem & { readonly value: T })[];
  readonly active: (PickItem & { readonly value: T }) | undefined;
}

/** Asks for one of several items. */
export function askChoice<T>(step: ChoiceStep<T>): Promise<StepResult<T>> {
  const pick = createPicker<PickItem & { readonly value: T }>();
  pick.placeholder = step.placeholder;
  pick.items = step.items;
  if (step.active) {
    pick.activeItems = [step.active];
  }
  pick.matchOnDetail = true;
  return show(pick, step, ({ settle }) => [
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen) {
        settle({ kind: 'next', value: chosen.value });
      }
    }),
  ]);
}

/** What the two kinds of boxes have in common. */
type Box = Pick<
  TextBox,
  | 'title'
  | 'step'
  | 'totalSteps'
  | 'ignoreFocusOut'
  | 'buttons'
  | 'onDidTriggerButton'
  | 'onDidHide'
  | 'show'
  | 'dispose'
>;

interface Step<T> {
  readonly settle: (result: StepResult<T>) => void;
  /** Aborted when the box is closed. */
  readonly signal: AbortSignal;
}

function show<T>(
  box: Box,
  { title, step, totalSteps }: StepHeader,
  listen: (step: Step<T>) => readonly vscode.Disposable[],
): Promise<StepResult<T>> {
  const owned = new DisposableStore();
  const closing = new AbortController();
  box.title = title;
  box.step = step;
  box.totalSteps = totalSteps;
  box.ignoreFocusOut = true;
  box.buttons = step > 1 ? [backButton] : [];
  owned.add(box);
  owned.add({ dispose: () => closing.abort() });
  const result = new Promise<StepResult<T>>((settle) => {
    owned.add(box.onDidTriggerButton(() => settle({ kind: 'back' })));
    owned.add(box.onDidHide(() => settle({ kind: 'closed' })));
    listen({ settle, signal: closing.signal }).forEach((listener) => owned.add(listener));
  });
  box.show();
  return result.finally(() => owned.dispose());
}

async function trySubmit<T>(
  box: TextBox,
  { submit }: TextStep<T>,
  text: string,
  signal: AbortSignal,
): Promise<InputText | undefined> {
  if (!submit) {
    return undefined;
  }
  box.busy = true;
  box.enabled = false;
  try {
    return await submit(text, signal);
  } finally {
    box.busy = false;
    box.enabled = true;
  }
}
