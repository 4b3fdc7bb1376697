const key = 'railHidden'

/** Whether the rail is shown, as this browser left it. Storage may be forbidden; then it is shown. */
export const readRail = () => {
  try {
    return localStorage.getItem(key) === null
  } catch {
    return true
  }
}

export const keepRail = (isShown: boolean) => {
  try {
    if (isShown) localStorage.removeItem(key)
    else localStorage.setItem(key, '1')
  } catch {
    // storage may be forbidden
  }
}
