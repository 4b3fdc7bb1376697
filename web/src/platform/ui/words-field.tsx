import { useDebouncedCallback } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { SearchField } from './search-field.tsx'

const typingMs = 250
const longestWords = 100

type Props = {
  /** What the address says; without words undefined. */
  text: string | undefined
  /** Puts it there. Called after a pause, without spaces around. */
  onSearch: (text: string | undefined) => void
  label: string
}

/**
 * Search words that stand in the address, so that going back finds them again. The address answers too late for what is
 * typed, so the field keeps that itself; what comes into the address from elsewhere, it follows.
 */
export const WordsField = ({ text = '', onSearch, label }: Props) => {
  const router = useRouter()
  const [words, setWords] = useState(text)
  const [seen, setSeen] = useState(text)
  // On their way into the address, oldest first.
  const [asked, setAsked] = useState<string[]>([])
  if (text !== seen) {
    setSeen(text)
    const isOwn = asked.includes(text)
    if (!isOwn) setWords(text)
    setAsked(isOwn ? asked.slice(asked.indexOf(text) + 1) : [])
  }
  const searchSoon = useDebouncedCallback((typed: string, page: string) => {
    const wanted = typed.trim().slice(0, longestWords)
    // Who has left the page meanwhile is not pulled back.
    if (router.latestLocation.pathname !== page || wanted === (asked.at(-1) ?? text)) return
    setAsked([...asked, wanted])
    onSearch(wanted === '' ? undefined : wanted)
  }, typingMs)
  const type = (typed: string) => {
    setWords(typed)
    searchSoon(typed, router.latestLocation.pathname)
  }
  return <SearchField value={words} onChange={type} label={label} />
}
