// Functions that run in the page.

/** What the till keeps on this device, as texts; of the key of the PINs whether it can be read. */
export const storedTexts = async (): Promise<string[]> => {
  const all = await indexedDB.databases();
  const name = all.find((each) => each.name?.startsWith("tillbook-till:"))?.name ?? "";
  const answer = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
  const database = await answer(indexedDB.open(name));
  const texts: string[] = [];
  for (const store of database.objectStoreNames) {
    const rows = database.transaction(store).objectStore(store);
    const [keys, values] = await Promise.all([answer(rows.getAllKeys()), answer(rows.getAll())]);
    for (const [at, row] of values.entries()) {
      const shown = (_: string, value: unknown): unknown =>
        value instanceof CryptoKey ? `key, extractable: ${value.extractable}` : value;
      texts.push(JSON.stringify([keys[at], row], shown));
    }
  }
  database.close();
  return texts;
};

/** How many answers of the server are kept for the person who is signed in. */
export const countAnswers = async (): Promise<number> => {
  const answer = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
  const database = await answer(indexedDB.open("tillbook"));
  const count = await answer(database.transaction("answers").objectStore("answers").count());
  database.close();
  return count;
};
