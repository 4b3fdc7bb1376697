// Runs before anything is drawn, so that a page that was left dark does not flash white.
;(() => {
  const readChosen = () => {
    try {
      return localStorage.getItem('mantine-color-scheme-value')
    } catch {
      return null
    }
  }
  const chosen = readChosen()
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
