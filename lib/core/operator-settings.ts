import { z } from "zod";

/** Settings with which an operator decides what an installation is for. All suit one machine as they are. */
export const OPERATOR_SETTINGS = {
  SIGN_UP: z.enum(["open", "invited", "closed"]).default("open"),
} as const;

const OperatorSettings = z.object(OPERATOR_SETTINGS);

export function toOperatorSettings(values: z.output<typeof OperatorSettings>) {
  return {
    /** Who may sign up. The first account of an empty installation always may. */
    signUp: values.SIGN_UP,
  };
}
