import type { INodeProperties } from "n8n-workflow";

/** A form of the list. */
export const formProperty: INodeProperties = {
  displayName: "Form Name or ID",
  name: "formId",
  type: "options",
  description:
    'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
  typeOptions: { loadOptionsMethod: "getForms" },
  default: "",
  required: true,
};

export const formOperations: INodeProperties[] = [
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: { show: { resource: ["form"] } },
    options: [
      { name: "Get", value: "get", action: "Get a form", description: "Get a form by its ID" },
      {
        name: "Get Many",
        value: "getAll",
        action: "Get many forms",
        description: "Get forms, newest first",
      },
    ],
    default: "getAll",
  },
];

export const formProperties: INodeProperties[] = [
  { ...formProperty, displayOptions: { show: { resource: ["form"], operation: ["get"] } } },
];

/** Of every list. */
export const listProperties: INodeProperties[] = [
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    displayOptions: { show: { operation: ["getAll"] } },
    default: false,
    description: "Whether to return all results or only up to a given limit",
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: { minValue: 1 },
    displayOptions: { show: { operation: ["getAll"], returnAll: [false] } },
    default: 50,
    description: "Max number of results to return",
  },
];
