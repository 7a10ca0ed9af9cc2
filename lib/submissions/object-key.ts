/** Where an object lies in the store: one folder per workspace, nothing of the file in its name. */
export function objectKey(workspaceId: string, objectId: string): string {
  return `${workspaceId}/${objectId}`;
}
