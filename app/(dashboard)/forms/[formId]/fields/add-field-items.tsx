import { MenuItems, type OpenMenu } from "#components/ui/menu-items";
import type { FieldType } from "#lib/fields/types";
import { KINDS, TYPE_GROUPS } from "./kinds";

type AddFieldItemsProps = OpenMenu & { add: (type: FieldType) => void };

export default function AddFieldItems({ add, ...menu }: AddFieldItemsProps) {
  const toItem = (type: FieldType) => ({
    label: KINDS[type].label,
    Icon: KINDS[type].Icon,
    run: () => add(type),
  });
  return <MenuItems {...menu} groups={TYPE_GROUPS.map((types) => types.map(toItem))} />;
}
