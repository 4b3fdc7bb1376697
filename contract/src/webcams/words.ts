// On its own: the site configuration names these addresses, which are data beside the routes.

/** Where the picture of a webcam is had, by its place in the list from 1. */
export const webcamPath = (number: number): string => `/api/webcams/${number}/picture/`
