import { TitledDialog } from "#components/ui/dialog";
import { Label, Switch } from "#components/ui/input";
import { CommandKbd, Kbd } from "#components/ui/kbd";
import { areSingleKeysEnabled, setSingleKeysEnabled } from "../keyboard-shortcuts";

const GROUPS = [
  {
    title: "Navigation",
    keys: [
      [["j"], "Older message"],
      [["k"], "Newer message"],
      [["Enter", "o"], "Open message"],
      [["Esc"], "Clear selection or close message"],
      [["N"], "Show new messages"],
      [["/"], "Search"],
      [["f"], "Filter"],
    ],
  },
  {
    title: "Actions",
    keys: [
      [["r"], "Reply to the open message"],
      [["/"], "Saved replies, while you reply"],
      [["n"], "Write a note, or one for all selected"],
      [["a"], "Assign"],
      [["m"], "Mark as answered or not answered"],
      [["x"], "Select (Shift-click for a range)"],
      [["e"], "Archive or move to inbox"],
      [["!"], "Mark as spam or not spam"],
      [["#"], "Delete"],
      [["u"], "Mark as read or unread"],
      [["z"], "Undo"],
    ],
  },
  {
    title: "Global",
    keys: [
      [["Command", "K"], "Search pages and commands"],
      [["?"], "Show this list"],
    ],
  },
] as const;

/** The keyboard shortcuts, and the switch that turns single keys off (WCAG 2.1.4). */
export default function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <TitledDialog onClose={onClose} title="Keyboard shortcuts" className="max-w-2xl">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {GROUPS.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-2 text-xs text-muted-foreground">{title}</h3>
            <dl className="grid gap-2">
              {keys.map(([names, text]) => (
                <div key={text} className="flex items-start gap-3">
                  <dt className="flex w-20 shrink-0 gap-1">
                    {names.map((name) =>
                      name === "Command" ? <CommandKbd key={name} /> : <Kbd key={name}>{name}</Kbd>,
                    )}
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="flex items-center justify-between gap-6 border-t pt-4">
        <Label htmlFor="single-keys" className="font-normal">
          Enable single-key shortcuts
        </Label>
        <Switch
          id="single-keys"
          defaultChecked={areSingleKeysEnabled()}
          onChange={(event) => setSingleKeysEnabled(event.currentTarget.checked)}
        />
      </div>
    </TitledDialog>
  );
}
