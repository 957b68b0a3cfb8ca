import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The gallery of components: `npx vite tests/gallery`. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The coins' pictures of the product, where they are.
  publicDir: '../../resources/public',
});
