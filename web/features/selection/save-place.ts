/** Where a tab keeps the save that it waits for. */
export const savePlace = 'unfinished-save';

/** Whether the bar has something to say before anything is selected. */
export const hasSave = () => sessionStorage.getItem(savePlace) !== null;
