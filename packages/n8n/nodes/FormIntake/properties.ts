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

export const submissionOperations: INodeProperties[] = [
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: { show: { resource: ["submission"] } },
    options: [
      {
        name: "Create Note",
        value: "createNote",
        action: "Create a note about a submission",
        description: "Write a note, which visitors never see",
      },
      {
        name: "Get",
        value: "get",
        action: "Get a submission",
        description: "Get a message with its fields, files, and deliveries",
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "Get many submissions",
        description: "Get messages with their fields and files, newest first",
      },
      {
        name: "Reply",
        value: "reply",
        action: "Reply to a submission",
        description: "Send an email to the person who wrote the message",
      },
      {
        name: "Update",
        value: "update",
        action: "Update a submission",
        description: "Move, assign, or mark a message",
      },
    ],
    default: "getAll",
  },
];

export const submissionProperties: INodeProperties[] = [
  {
    displayName: "Submission ID",
    name: "submissionId",
    type: "string",
    displayOptions: {
      show: { resource: ["submission"], operation: ["createNote", "get", "reply", "update"] },
    },
    default: "",
    required: true,
  },
  {
    displayName: "Text",
    name: "text",
    type: "string",
    typeOptions: { rows: 4 },
    displayOptions: { show: { resource: ["submission"], operation: ["createNote", "reply"] } },
    default: "",
    required: true,
    description: "Plain text",
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Filter",
    displayOptions: { show: { resource: ["submission"], operation: ["getAll"] } },
    default: {},
    options: [
      {
        displayName: "Answered",
        name: "answered",
        type: "boolean",
        default: true,
        description: "Whether to return only answered messages, or only the others",
      },
      {
        displayName: "Assignee ID",
        name: "assigneeId",
        type: "string",
        default: "",
        description: "ID of a member, or none",
      },
      {
        displayName: "Folder",
        name: "folder",
        type: "options",
        options: [
          { name: "All", value: "all" },
          { name: "Archive", value: "archive" },
          { name: "Inbox", value: "inbox" },
          { name: "Spam", value: "spam" },
        ],
        default: "inbox",
      },
      { ...formProperty, required: false },
      {
        displayName: "Has Notes",
        name: "hasNotes",
        type: "boolean",
        default: true,
        description: "Whether to return only messages with notes, or only the others",
      },
      { displayName: "Received After", name: "receivedAfter", type: "dateTime", default: "" },
      { displayName: "Received Before", name: "receivedBefore", type: "dateTime", default: "" },
      {
        displayName: "Search",
        name: "search",
        type: "string",
        default: "",
        description: "Text that the message contains",
      },
      {
        displayName: "Unread",
        name: "unread",
        type: "boolean",
        default: true,
        description: "Whether to return only unread messages, or only read ones",
      },
    ],
  },
  {
    displayName: "Update Fields",
    name: "updateFields",
    type: "collection",
    placeholder: "Add Field",
    displayOptions: { show: { resource: ["submission"], operation: ["update"] } },
    default: {},
    options: [
      {
        displayName: "Answered",
        name: "answered",
        type: "boolean",
        default: true,
        description: "Whether the message is answered",
      },
      {
        displayName: "Assignee ID",
        name: "assigneeId",
        type: "string",
        default: "",
        description: "ID of the member who takes care of the message",
      },
      {
        displayName: "Folder",
        name: "folder",
        type: "options",
        options: [
          { name: "Archive", value: "archive" },
          { name: "Inbox", value: "inbox" },
          { name: "Spam", value: "spam" },
        ],
        default: "archive",
      },
      {
        displayName: "Read",
        name: "read",
        type: "boolean",
        default: true,
        description: "Whether the message is read",
      },
    ],
  },
];
