/** Given on the command line, so that a data folder of an earlier version runs with this version's settings. */
export const POSTGRES_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  cluster_name: "tillbook",
  max_connections: "120",
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  // A file a weekday, overwritten a week later: the log cannot fill the disk.
  logging_collector: "on",
  log_filename: "postgres-%a.log",
  log_truncate_on_rotation: "on",
  log_rotation_size: "0",
  log_rotation_age: "1d",
};
