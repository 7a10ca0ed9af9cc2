import { MenuItems, type OpenMenu } from "#components/ui/menu-items";
import type { FieldType } from "#lib/fields/types";
import { KIND_GROUPS } from "./kinds";

type AddFieldItemsProps = OpenMenu & { add: (type: FieldType) => void };

export default function AddFieldItems({ add, ...menu }: AddFieldItemsProps) {
  const toItems = (kinds: (typeof KIND_GROUPS)[number]) =>
    kinds.map(({ type, label, Icon }) => ({ label, Icon, run: () => add(type) }));
  return <MenuItems {...menu} groups={KIND_GROUPS.map(toItems)} />;
}
