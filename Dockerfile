FROM node:20-alpine AS package
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN mkdir /package && npm pack --pack-destination /package
# `routerfile serve` needs them; they are installed beside it, as users do.
RUN node --print "['@node-rs/argon2', 'classic-level'].map((name) => name + '@' + require('./package.json').devDependencies[name]).join(' ')" > /package/peers

FROM node:20-alpine
COPY --from=package /package/ /package/
RUN npm install --global --omit=dev /package/*.tgz $(cat /package/peers) && rm -r /package
USER 1000:1000
WORKDIR /work
# After `--`, Node reads no flags of the program, such as --env-file.
ENTRYPOINT ["node", "--", "/usr/local/lib/node_modules/routerfile/dist/cli.cjs"]
CMD ["lint", "."]
