/** Applies a choice. It keeps the focus when the choice is in use. */
export function UseButton({
  inUse,
  label,
  text,
  onUse,
}: {
  inUse: boolean;
  /** accessible name, unless it is in use */
  label: string;
  text: { use: string; inUse: string };
  onUse: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={inUse ? undefined : label}
      aria-disabled={inUse}
      onClick={() => {
        if (!inUse) onUse();
      }}
    >
      {inUse ? text.inUse : text.use}
    </button>
  );
}
