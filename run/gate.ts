/** A promise that resolves when the gate is opened. */
export interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

/** A gate that is shut. */
export function shutGate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
