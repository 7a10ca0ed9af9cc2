import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from "n8n-workflow";

export class FormIntakeApi implements ICredentialType {
  name = "formIntakeApi";

  displayName = "Form Intake API";

  icon: Icon = {
    light: "file:../icons/form-intake.svg",
    dark: "file:../icons/form-intake.dark.svg",
  };

  documentationUrl = "https://www.npmjs.com/package/n8n-nodes-form-intake";

  properties: INodeProperties[] = [
    {
      displayName: "Base URL",
      name: "baseUrl",
      type: "string",
      default: "",
      placeholder: "https://forms.example.com",
      description: "The address of your Form Intake service",
      required: true,
    },
    {
      displayName: "API Token",
      name: "apiToken",
      type: "string",
      typeOptions: { password: true },
      default: "",
      description:
        "Create it under <b>API tokens</b>, with the scopes forms:read, submissions:read, submissions:write, submissions:reply, integrations:read, and integrations:write",
      required: true,
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: "generic",
    properties: { headers: { Authorization: "=Bearer {{$credentials.apiToken}}" } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: "={{$credentials.baseUrl}}", url: "/v1/token" },
  };
}
