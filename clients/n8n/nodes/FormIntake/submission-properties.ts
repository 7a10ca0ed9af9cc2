import type { INodeProperties } from "n8n-workflow";
import { formProperty } from "./form-properties";

export const submissionOperations: INodeProperties[] = [
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: { show: { resource: ["submission"] } },
    options: [
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
        name: "Update",
        value: "update",
        action: "Update a submission",
        description: "Move a message, or mark it as read or unread",
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
    displayOptions: { show: { resource: ["submission"], operation: ["get", "update"] } },
    default: "",
    required: true,
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
