import { SelectField } from "#components/form/fields";
import { TIME_ZONES } from "#lib/core/time-zones";

type TimeZoneSelectProps = {
  label: string;
  hint: string;
  value: string | null;
  /**
   * The label of the empty option; null if there is none: once a workspace has a time zone, it always
   * has one.
   */
  none: string | null;
};

export function TimeZoneSelect({ value, none, ...texts }: TimeZoneSelectProps) {
  return (
    <SelectField {...texts} name="timeZone" defaultValue={value ?? ""}>
      {none === null ? null : <option value="">{none}</option>}
      {TIME_ZONES.map((name) => (
        <option key={name} value={name}>
          {name.replaceAll("_", " ")}
        </option>
      ))}
    </SelectField>
  );
}
