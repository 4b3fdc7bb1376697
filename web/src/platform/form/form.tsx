// On its own: every form says what its marks mean, also those that send nothing to the API.
import type { ComponentProps } from 'react'
import { RequiredMarks } from './required-marks.tsx'
import classes from './form.module.css'

/** A form, which says above its fields that those marked * are required, while one of them is. The browser’s own words for what is wrong are never shown. */
export const Form = ({ children, className, ...form }: ComponentProps<'form'>) => (
  <form noValidate {...form} className={[classes.form, className].join(' ').trimEnd()}>
    <RequiredMarks />
    {children}
  </form>
)
