/** Words of the webcams page; its title stands with those of the menu. */
export const webcamsText = {
  intro: 'A new picture every minute, while this page is open.',
  list: 'Webcams',
  pictureOf: '{{name}}, {{when}}',
  takenAt: 'Taken <ago/>',
  fetching: 'Fetching a picture…',
  noPicture: 'No picture yet',
  isDown: 'This camera doesn’t answer',
  lastPicture: 'This camera doesn’t answer. Last picture: <ago/>',
  enlarge: 'Show {{name}} full screen',
  emptyTitle: 'No webcams yet',
  emptyText: 'Pictures of the space appear here once an administrator has added a webcam.',
  addWebcams: 'Add webcams',
} as const
