import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { cn } from "#components/ui/cn.ts";
import { NativeSelect } from "#components/ui/input";
import type { Person } from "#lib/domain/access/people";
import { useInboxNavigation } from "../inbox-navigation";
import { colleagueOptions } from "./colleagues";

type AssigneeSelectProps = {
  label: string;
  /** The selected member; null for none, undefined if messages differ. */
  value: Person | null | undefined;
  onChange: (assignee: Person | null) => void;
  className?: string;
  /** Shown first while nothing is selected. */
  children?: ReactNode;
};

/** Assigns messages to a member. `a` opens it. */
export default function AssigneeSelect(props: AssigneeSelectProps) {
  const { label, value, onChange, className, children } = props;
  const { viewer } = useInboxNavigation();
  const { data = [] } = useQuery(colleagueOptions());
  const own = data.find(({ id }) => id === viewer.id);
  const others = data.filter(({ id }) => id !== viewer.id);
  const isListed = !value || data.some(({ id }) => id === value.id);
  return (
    <NativeSelect
      data-assign
      aria-label={label}
      aria-keyshortcuts="a"
      title={`${label} (a)`}
      className={cn("h-8 w-auto", className)}
      value={value === undefined ? "different" : (value?.id ?? "")}
      onChange={({ currentTarget }) => {
        const found = data.find(({ id }) => id === currentTarget.value);
        onChange(found ? { id: found.id, name: found.name } : null);
      }}
    >
      {value === undefined ? (
        <option value="different" disabled>
          {children}
        </option>
      ) : null}
      <option value="">Unassigned</option>
      {isListed ? null : <option value={value.id}>{value.name}</option>}
      {own ? <option value={own.id}>{own.name} (you)</option> : null}
      {others.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
