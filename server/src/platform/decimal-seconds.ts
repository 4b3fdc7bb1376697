// On its own: both lists of devices and logs of members say durations to existing clients.
/** "3600.0": a duration as existing clients read it, who reckon with it. */
export const decimalSeconds = (seconds: number): string => seconds.toFixed(1)
