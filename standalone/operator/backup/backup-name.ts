const NAME = /^tillbook-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

/** Sorted by name they are sorted by time. */
export const backupName = (ms: number): string =>
  `tillbook-${new Date(ms).toISOString().replace(/[-:]|\.\d+/g, "")}.backup`;

export const isBackupName = (name: string): boolean => NAME.test(name);

/** When a backup of that name was taken, to the second. */
export const backupMs = (name: string): number =>
  Date.parse(name.replace(NAME, "$1-$2-$3T$4:$5:$6Z"));
